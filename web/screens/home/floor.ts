/** The patio of the door: outlined above, laid below, and the dot of whoever arrives next. */
export const FLOOR = [
  'oo o oo ',
  'o oo o o',
  ' o oA o ',
  'ocpo pcp',
  'lpcppapc',
  'pcSplpcp',
  'apclpcps',
  'pccpApcl',
]
