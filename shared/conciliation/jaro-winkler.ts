/** Similarity of two words, 0 to 1 (Jaro-Winkler, Winkler 1990): a common start counts more, up to four letters. */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroOf(a, b)
  if (jaro <= BOOST_THRESHOLD) return jaro
  let prefix = 0
  while (prefix < 4 && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** Words that are less similar than this get no boost for a common start. */
const BOOST_THRESHOLD = 0.7

function jaroOf(a: string, b: string): number {
  const matchWindow = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const usedA = new Array<boolean>(a.length).fill(false)
  const usedB = new Array<boolean>(b.length).fill(false)
  let matches = 0
  for (let i = 0; i < a.length; i += 1) {
    const end = Math.min(b.length, i + matchWindow + 1)
    for (let j = Math.max(0, i - matchWindow); j < end; j += 1) {
      if (usedB[j] || a[i] !== b[j]) continue
      usedA[i] = true
      usedB[j] = true
      matches += 1
      break
    }
  }
  if (matches === 0) return 0

  let transposed = 0
  let j = 0
  for (let i = 0; i < a.length; i += 1) {
    if (!usedA[i]) continue
    while (!usedB[j]) j += 1
    if (a[i] !== b[j]) transposed += 1
    j += 1
  }
  return (
    (matches / a.length + matches / b.length + (matches - Math.floor(transposed / 2)) / matches) / 3
  )
}
