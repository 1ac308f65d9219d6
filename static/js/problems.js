// What the server has refused is said of an entry as it was: once it is another, that goes.

/** Takes away what the page says to be amiss with a field. @param {HTMLElement} field */
export function clearProblems(field) {
  field.removeAttribute('aria-invalid');
  field.closest('.field-invalid')?.classList.remove('field-invalid');
  const summary = document.getElementById('error-summary');
  const problems = summary?.querySelectorAll(`a[href="#${field.id}"]`) ?? [];
  for (const problem of problems) problem.closest('li, p')?.remove();
  if (problems.length && !summary?.querySelector('a')) summary?.remove();
}
