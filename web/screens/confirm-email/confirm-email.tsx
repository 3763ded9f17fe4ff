export function ConfirmEmail() {
  return null
}
