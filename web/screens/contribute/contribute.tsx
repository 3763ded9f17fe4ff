export function Contribute() {
  return null
}
