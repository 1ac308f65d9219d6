// A move of the explorer that was played with several duck squares opens by Enter as it does by Space, also where a form is around it, which the browser
// would send.

document.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || !event.target.matches('.explorer-move input')) return;
  event.preventDefault();
  if (!event.repeat) event.target.click();
});
