/** What a person organises and gave. */
export function Dashboard() {
  return null
}
