/** Puts a text on the clipboard. False when the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** For pages without https, where there is no clipboard to ask. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr'
  // Outside of an open dialog nothing can be selected.
  const ground = before?.closest('dialog') ?? document.body
  ground.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
