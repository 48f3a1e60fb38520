/** Called by what a guest presses: it keeps no focus, so that a scanner that ends its codes with Enter does not press it. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
