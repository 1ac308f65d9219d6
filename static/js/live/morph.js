// Makes what stands on the page like what the server now says, and touches only what differs: so the focus, a selection,
// a scroll position, an opened menu and whatever has been typed stay where they are.

/** The name of an element itself. @param {Element | null} element */
const nameOf = element => element?.id || element?.getAttribute('data-key') || element?.getAttribute('name') || '';

/** What holds many of a kind: it stays the same when the first of them goes. */
const LISTS = 'ul, ol, dl, table, tbody';

/** What tells elements among their siblings: their own name or the first within. @param {Element} element */
function key(element) {
  const name = nameOf(element) || (element.matches(LISTS) ? '' : nameOf(element.querySelector('[id], [data-key], [name]')));
  return name && `${element.localName} ${name}`;
}

/** Whether the one can become the other. @param {Node} old @param {Node} fresh */
function alike(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  return !(old instanceof Element && fresh instanceof Element) || key(old) === key(fresh);
}

/** Set by the reader or by a script of ours, never by the server. */
const KEPT = new Set(['open']);

/** @param {Element} old @param {Element} fresh */
function morphAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) if (!KEPT.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!KEPT.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
}

/** Whether somebody has typed or chosen here what the server has not. @param {Element} field */
export function changed(field) {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) return [...field.options].some(option => option.selected !== option.defaultSelected);
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  // Without a value of its own a box has "on", which nobody has typed.
  const isBox = field.type === 'checkbox' || field.type === 'radio';
  return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** A field keeps what is in it, if anybody put it there. @param {Element} old @param {Element} fresh @param {() => void} morphRest */
function morphField(old, fresh, morphRest) {
  const own = changed(old);
  const { value, checked } = /** @type {HTMLInputElement} */ (old);
  morphRest();
  if (old instanceof HTMLSelectElement) {
    const options = [...old.options];
    const wanted = (own && options.find(option => option.value === value)) || options.find(option => option.defaultSelected);
    if (wanted) wanted.selected = true;
  } else if (old instanceof HTMLInputElement && (old.type === 'checkbox' || old.type === 'radio')) {
    old.checked = own ? checked : old.defaultChecked;
  } else if (old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement) {
    const wanted = own ? value : old.defaultValue;
    if (old.value !== wanted) old.value = wanted;
  }
}

/** @param {Node} old @param {Node} fresh made by `importNode`, and used up */
function morphNode(old, fresh) {
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  const both = () => {
    morphAttributes(old, fresh);
    morphChildren(old, fresh);
  };
  if (old.matches('input, select, textarea')) morphField(old, fresh, both);
  else both();
}

/** @param {Element} old @param {Element} fresh */
function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keys = new Set(wanted.map(each => (each instanceof Element ? key(each) : '')));
  /** @type {ChildNode | null} */
  let at = old.firstChild;
  for (const next of wanted) {
    // What is not wanted any more goes first, so that what follows it need not move.
    while (at instanceof Element && key(at) && !keys.has(key(at))) at = drop(at);
    const found = find(at, next);
    if (!found) {
      old.insertBefore(next, at);
      continue;
    }
    if (mustStay(at, found, keys)) old.insertBefore(found, at);
    else while (at && at !== found) at = drop(at);
    morphNode(found, next);
    at = found.nextSibling;
  }
  while (at) at = drop(at);
}

/**
 * Whether something that is wanted later stands in between. What is moved loses the focus, so all else rather goes.
 * @param {ChildNode | null} at @param {ChildNode} found @param {Set<string>} keys
 */
function mustStay(at, found, keys) {
  for (let each = at; each && each !== found; each = each.nextSibling) {
    if (each instanceof Element && key(each) && keys.has(key(each))) return true;
  }
  return false;
}

/** @param {ChildNode} node @returns {ChildNode | null} what followed it */
function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/**
 * What can become the wanted one: with a key anywhere behind, without one only here, or behind a text.
 * @param {ChildNode | null} at @param {Node} wanted @returns {ChildNode | null}
 */
function find(at, wanted) {
  const keyed = wanted instanceof Element && key(wanted) !== '';
  for (let each = at; each; each = each.nextSibling) {
    if (alike(each, wanted)) return each;
    if (!keyed && each instanceof Element) return null;
  }
  return null;
}

/**
 * A form sends its own fields alone. Without scripts what stands beside the action bar is sent with it, so that nothing
 * begun there is lost; with them that stays on the page, and the bar may be put aside. @param {Document | Element} part
 */
function detach(part) {
  for (const field of part.querySelectorAll('[form="action-form"]')) field.removeAttribute('form');
}

detach(document);

/** @param {Element} old an element of the page @param {Element} fresh the same of another document */
export function morph(old, fresh) {
  const own = document.importNode(fresh, true);
  detach(own);
  morphNode(old, own);
}
