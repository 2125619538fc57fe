/**
 * Keeps keys away from the page while an input method converts text: Enter, Escape and the arrows choose a conversion
 * then, and must neither send nor close anything. Safari reports the Enter that ends a conversion behind its end, by
 * the key code 229 alone. Call it before anything else listens to keys.
 */
export function keepConversionKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
