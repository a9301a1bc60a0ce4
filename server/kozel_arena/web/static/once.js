// A form is sent once, however often its button is pressed: the first press may have made a secret.
"use strict";
const forms = document.querySelectorAll('form[method="post"]');
for (const form of forms) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.isSent) event.preventDefault();
    form.dataset.isSent = "yes";
  });
}
// Who comes back to the page may send it again.
addEventListener("pageshow", () => forms.forEach((form) => delete form.dataset.isSent));
