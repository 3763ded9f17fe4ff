/*
 * Finds the payer in the text of a movement. Banks put the name after fixed words ("TRANSF DE GOMEZ ANA (27…)"), after
 * the CUIT, or alone; everything that banks write themselves is in WORDS.
 */
import { fold } from '../text.ts'
import { cuitIn, withoutCuits } from './cuit.ts'

export interface Payer {
  name: string | null
  cuit: string | null
}

/** The words that a bank writes around payers, and whether a "de" comes before the name. */
export interface Style {
  /** Folded words that this file repeats in many rows. */
  common: ReadonlySet<string>
  /** null when too few rows have a name. */
  hasPreposition: boolean | null
}

export function payerIn(text: string, style: Style = PLAIN): Payer {
  return { name: nameInText(text, style), cuit: cuitIn(text) }
}

/** Returns the style of a file by the texts of its rows: where most names follow a "de", it is the bank's. */
export function styleOf(texts: readonly string[], common: ReadonlySet<string>): Style {
  let names = 0
  let preceded = 0
  for (const text of texts) {
    const kept = nameInText(text, { common, hasPreposition: false })
    if (kept === null) continue
    names += 1
    if (/^(?:de|del)\s/i.test(kept)) preceded += 1
  }
  return { common, hasPreposition: names < 5 ? null : preceded > names / 2 }
}

function nameInText(text: string, style: Style): string | null {
  const bare = withoutCuits(text)
  const marked = MARKED.exec(bare)?.groups?.rest?.split(/\s[-–]\s|[/|()]/)[0]
  const parts = bare.split(/(?<cut>\s[-–]\s|[/|()]|\s{3,})/)
  let name = marked === undefined ? null : nameIn(marked, style, true)
  for (const [at, part] of parts.entries()) name ??= nameIn(part, style, parts[at - 1] === '|')
  return name
}

const PLAIN: Style = { common: new Set(), hasPreposition: null }

const MARKED =
  /\b(?:origen|ordenante|originante|remitente|enviad[oa] por|de parte de|pagador|nombre)\s*[:=]\s*(?<rest>.+)/i

/**
 * Returns the name in a part of a text; null when there is none. `isAlone`: the part begins a cell or follows a CUIT,
 * so that a first "de" is part of the surname.
 */
function nameIn(part: string, { common, hasPreposition }: Style, isAlone: boolean): string | null {
  const words = part
    .split(/[\s:;=*#,]|\.(?=\p{L}{2})/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, ''))
    .filter((word) => word !== '')
  const isName = (word: string) => !/\d/.test(word)
  const isBank = (word: string) => WORDS.has(word) || common.has(word)
  const isOwn = (word: string) => isName(word) && !isBank(fold(word).replace(/\W/g, ''))
  const whole = words.slice(0, words.findLastIndex(isOwn) + 1)
  const start = whole.findIndex(isOwn)
  const [first = '', ...rest] = whole.slice(start)
  const [next = ''] = rest
  const isKept =
    hasPreposition === null
      ? isSurname(first, next, words[start - 1], isAlone)
      : !hasPreposition && first.toLowerCase() !== 'a'
  const isPreposition = /^(?:de|del|a)$/i.test(first) && !isKept
  const middle = isPreposition ? rest.slice(rest.findIndex(isOwn)) : [first, ...rest]
  const name = middle.join(' ')
  const isLong = middle.some((word) => word.length >= 3) && middle.length <= 8
  const isWhole = middle.every(isName) && !middle.every((word) => PARTICLES.has(fold(word)))
  return isLong && isWhole ? name : null
}

/** One "de" belongs to the bank's words; a second one begins a surname: "TRANSF DE DE LA FUENTE ANA". */
function isSurname(first: string, next: string, before: string | undefined, isAlone: boolean) {
  const hasArticle = /^(?:la|las|los)$/i.test(next) || first.toLowerCase() === 'del'
  if (before === undefined) return isAlone && (hasArticle || first === 'DE')
  return hasArticle && fold(before) === 'recibida'
}

const PARTICLES: ReadonlySet<string> = new Set(
  'de del la las los y di da do van von san santa mac mc'.split(' '),
)

/** Words that banks write around a payer, folded. */
const WORDS: ReadonlySet<string> = new Set(
  `transf transferencia transferencias trf tr transfer tef trans recibida recibidas recibido recib inmediata inmediatas
  inmediato inm credito creditos cred cr acreditacion acred abono ingreso ingresos deposito dep pago pagos cobro
  cta ctas cuenta cuentas corriente caja ahorro ca cc cbu cvu alias cuit cuil cui dni doc nro num numero id ref op
  operacion referencia comprobante debin credin dif dist distinto distinta diferente otro otra otros titular titulares
  tit mismo misma terceros tercero varios var varias vs banelco link coelsa coel homebanking home banking online
  mobile app web banco bco bancos mercado mercadopago mp clie cte in out on line e electronica electronico interbancaria
  interbancario interna interno externa externo directo directa orden propia propias haberes sueldo efectivo cheque
  echeq interes intereses ganados rendimiento rendimientos prestamo personal devolucion reintegro promocion bonificacion
  compra debito rechazada rechazado nota honorarios alquiler cuota cuotas factura facturas expensas ars pesos usd
  be db origen ordenante originante remitente dato datos desde hacia ent entre x por via canal fecha hora concepto motivo
  detalle movimiento mov movimientos suc sucursal snp sin con tarjeta qr pct tipo liquidacion dinero haber
  payment payments bank account money settlement release uala brubank naranja personalpay lemon prex
  imputado acreditada acreditado enviada enviado interbanking datanet red red1 pei pex tpp`.split(
    /\s+/,
  ),
)
