/** Runs inside the page, before its scripts: leaves what Safari 16 and Chrome 113 have. */
export function removePopovers(): void {
  // The styles of the fallback ask the browser, which has popovers.
  const fallback = new CSSStyleSheet()
  fallback.replaceSync('[data-open="false"] { display: none }')
  document.adoptedStyleSheets = [fallback]
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name)
  for (const name of ['popoverTargetElement', 'popoverTargetAction'])
    Reflect.deleteProperty(HTMLButtonElement.prototype, name)
  const { setAttribute, matches, querySelector } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (!name.toLowerCase().startsWith('popover')) setAttribute.call(this, name, value)
  }
  const known = (selectors: string) => {
    if (/(^|[\s,])\S*:popover-open/.test(selectors.replace(/:is\(.*?:popover-open\)/, '')))
      throw new SyntaxError(`'${selectors}' is not a valid selector`)
    return selectors.replace(':popover-open', ':not(*)')
  }
  Element.prototype.matches = function (selectors) {
    return matches.call(this, known(selectors))
  }
  Element.prototype.querySelector = function (selectors: string) {
    return querySelector.call(this, known(selectors))
  }
}
