// A page that becomes another: what its reader has done stays, and what has not changed is not touched.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetched, find, page, type } from './dom.mjs';

const { changed, morph } = await import('../../static/js/live/morph.js');

/** Shows one page, lets its reader do something, then lets it become another. @param {string} before @param {string} after @param {() => void} [act] */
function renew(before, after, act = () => {}) {
  const main = page(before);
  act();
  morph(main, fetched(after));
  return main;
}

test('the page becomes the one that was fetched', () => {
  const pairs = [
    ['<p>one</p>', '<p>two</p>'],
    ['<p>one</p>', 'bare text'],
    ['', '<ul><li>a</li><li>b</li></ul>'],
    ['<ul><li>a</li><li>b</li></ul>', ''],
    ['<p>a <b>c</b></p><!-- x -->', '<p><i>b</i> a</p>'],
    ['<p id="a">a</p><p id="b">b</p><p id="c">c</p>', '<p id="c">c</p><p id="a">a</p><p id="d">d</p>'],
    ['<svg><use href="#a"></use></svg>', '<svg><use href="#b"></use><path d="M0 0"></path></svg>'],
    ['<table><tbody><tr><td>a</td></tr></tbody></table>', '<table><tbody><tr data-key="n"><td>b</td></tr><tr><td>a</td></tr></tbody></table>'],
  ];
  for (const [before, after] of pairs) assert.equal(renew(before, after).innerHTML, after);
});

test('what is the same is the same node', () => {
  const main = page('<p id="a">a</p><div><span>same</span><b>old</b></div>');
  const kept = [find('#a'), find('div'), find('span'), find('span').firstChild];
  morph(main, fetched('<p id="a">a</p><div><span>same</span><b>new</b></div>'));
  assert.deepEqual([find('#a'), find('div'), find('span'), find('span').firstChild], kept);
  assert.equal(find('b').textContent, 'new');
});

test('attributes are added, changed and taken away', () => {
  renew('<p id="a" class="x" hidden title="t">a</p>', '<p id="a" class="y" lang="de" title="t">a</p>');
  assert.equal(find('#a').outerHTML, '<p id="a" class="y" title="t" lang="de">a</p>');
});

test('what has not changed is not written', () => {
  const main = page('<p id="a" class="x">a</p><input id="b" value="c">');
  const observer = new window.MutationObserver(() => {});
  observer.observe(main, { attributes: true, characterData: true, childList: true, subtree: true });
  morph(main, fetched('<p id="a" class="x">a</p><input id="b" value="c">'));
  assert.deepEqual(observer.takeRecords(), []);
});

test('an element with a key is found wherever it stands', () => {
  for (const name of ['id', 'data-key', 'name']) {
    const item = (/** @type {string} */ key) => `<li ${name}="${key}">${key}</li>`;
    const main = page(`<ul>${item('a')}${item('b')}${item('c')}</ul>`);
    const [a, b, c] = main.querySelectorAll('li');
    morph(main, fetched(`<ul>${item('c')}${item('new')}${item('a')}${item('b')}</ul>`));
    const [first, second, third, fourth] = main.querySelectorAll('li');
    assert.deepEqual([first, third, fourth], [c, a, b], name);
    assert.equal(second.textContent, 'new', name);
  }
});

test('an element is also known by the first name within', () => {
  const row = (/** @type {string} */ id) => `<li><a id="${id}">${id}</a></li>`;
  const main = page(`<ul>${row('a')}${row('b')}</ul>`);
  const [, b] = main.querySelectorAll('li');
  morph(main, fetched(`<ul>${row('b')}</ul>`));
  assert.equal(main.querySelector('li'), b);
  assert.equal(main.querySelectorAll('li').length, 1);
});

test('what goes does not take its neighbours with it', () => {
  const main = page('<p id="a">a</p><p id="b">b</p><p>plain</p>');
  const plain = main.lastChild;
  morph(main, fetched('<p>plain</p>'));
  assert.equal(main.lastChild, plain);
  assert.equal(main.childNodes.length, 1);
});

test('the focus and the cursor stay, also when something comes before or goes before', () => {
  for (const [before, after] of [
    ['<input id="f" value="abc">', '<p>new</p><input id="f" value="abc">'],
    ['<p id="gone">old</p><input id="f" value="abc">', '<input id="f" value="abc">'],
    ['<p id="x">x</p><form><input id="f" value="abc"></form>', '<p id="y">y</p><form><p>more</p><input id="f" value="abc"></form>'],
  ]) {
    renew(before, after, () => {
      find('#f').focus();
      find('#f').setSelectionRange(1, 2);
    });
    const field = find('#f');
    assert.equal(document.activeElement, field, after);
    assert.deepEqual([field.selectionStart, field.selectionEnd], [1, 2], after);
  }
});

test('what has been typed stays, and what has not follows the server', () => {
  const fields = (/** @type {string} */ text) => `<input id="i" value="${text}"><textarea id="t">${text}</textarea>`;
  renew(fields('old'), fields('new'));
  for (const field of ['#i', '#t']) assert.equal(find(field).value, 'new', field);

  renew(fields('old'), fields('new'), () => { type('#i', 'mine'); type('#t', 'mine'); });
  for (const field of ['#i', '#t']) assert.equal(find(field).value, 'mine', field);
  assert.equal(find('#i').defaultValue, 'new');
});

test('a field that was emptied by its writer stays empty', () => {
  renew('<input id="i" value="old">', '<input id="i" value="new">', () => type('#i', ''));
  assert.equal(find('#i').value, '');
});

test('a hidden field is the server’s', () => {
  renew('<input type="hidden" name="ply" value="1">', '<input type="hidden" name="ply" value="2">', () => type('[name="ply"]', '9'));
  assert.equal(find('[name="ply"]').value, '2');
});

test('a tick that was set or taken away stays', () => {
  const boxes = (/** @type {string} */ first, /** @type {string} */ second) =>
    `<input type="checkbox" id="a"${first}><input type="checkbox" id="b"${second}><input type="radio" name="r" id="c" checked>`;
  const box = (/** @type {string} */ id) => find(id);
  renew(boxes('', ' checked'), boxes('', ' checked'), () => { box('#a').checked = true; box('#b').checked = false; });
  assert.deepEqual([box('#a').checked, box('#b').checked, box('#c').checked], [true, false, true]);

  renew(boxes('', ' checked'), boxes(' checked', ''));
  assert.deepEqual([box('#a').checked, box('#b').checked], [true, false]);
});

test('a choice that was made stays while it is offered, else the server’s is shown', () => {
  const select = (/** @type {string[]} */ ...options) =>
    `<select id="s">${options.map(each => `<option value="${each}"${each === 'move' ? ' selected' : ''}>${each}</option>`).join('')}</select>`;
  const choose = () => { find('#s').value = 'note'; };
  renew(select('move', 'note'), select('resign', 'move', 'note'), choose);
  assert.equal(find('#s').value, 'note');
  renew(select('move', 'note'), select('resign', 'move'), choose);
  assert.equal(find('#s').value, 'move');
});

test('details and dialogs stay as their reader has left them', () => {
  const details = (/** @type {string} */ open, /** @type {string} */ text) => `<details id="d"${open}><summary>more</summary>${text}</details>`;
  renew(details('', 'old'), details('', 'new'), () => find('#d').setAttribute('open', ''));
  assert.ok(find('#d').hasAttribute('open'));
  assert.match(find('#d').textContent ?? '', /new/);
  renew(details(' open', 'old'), details(' open', 'new'), () => find('#d').removeAttribute('open'));
  assert.ok(!find('#d').hasAttribute('open'));
});

test('an element of another kind takes the place of one, with what is within', () => {
  const main = page('<p id="a">a</p>');
  morph(main, fetched('<div id="a">a</div>'));
  assert.equal(main.innerHTML, '<div id="a">a</div>');
});

test('a field beside the action bar is not sent with it', () => {
  const main = renew('', '<form id="action-form"></form><textarea id="note" form="action-form"></textarea>');
  assert.ok(!main.querySelector('#note')?.hasAttribute('form'));
});

test('whether a field has been changed', () => {
  const main = page('<input id="i" value="a"><input type="hidden" id="h"><input type="checkbox" id="c"><textarea id="t"></textarea><select id="s"><option>x</option><option selected>y</option></select><p></p>');
  for (const each of main.children) assert.equal(changed(each), false, each.id);
  type('#i', 'b');
  find('#c').checked = true;
  type('#t', 'b');
  find('#s').value = 'x';
  for (const id of ['#i', '#c', '#t', '#s']) assert.equal(changed(find(id)), true, id);
});
