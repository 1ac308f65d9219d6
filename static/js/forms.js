// After a refusal the reader stands at what was refused.

document.getElementById('error-summary')?.focus();
