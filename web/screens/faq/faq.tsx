import { links } from '../../../shared/links.ts'
import { Prose, type ProseSection, type Question, Questions } from '../../components/prose.tsx'

/** `/faq`: frequent questions, for contributors and organisers. */
export function Faq() {
  return (
    <Prose
      title="Preguntas frecuentes"
      lead="Lo que conviene saber antes de abrir una colecta o de aportar."
      sections={SECTIONS}
    />
  )
}

const MONEY: Question[] = [
  [
    'costo',
    '¿Cuánto cuesta?',
    'Nada. Entre Todos no cobra por abrir una colecta ni por aportar. Si quien organiza cobra también con Mercado Pago, Mercado Pago le descuenta su comisión.',
  ],
  [
    'donde-esta-el-dinero',
    '¿Dónde está el dinero?',
    'En la cuenta de quien organiza, desde el momento en que transfieres. Si pagas con Mercado Pago, en la cuenta que esa persona tiene ahí. Entre Todos nunca lo recibe ni lo mueve.',
  ],
  [
    'tarjeta',
    '¿Puedo pagar con tarjeta?',
    'Si la colecta ofrece Mercado Pago, sí: quien organiza conectó ahí su cuenta. Donde dice “Próximamente”, por ahora se aporta por transferencia, a un alias, CBU o CVU.',
  ],
  [
    'no-llega-al-total',
    '¿Qué pasa si no se llega al total?',
    'El dinero ya está en la cuenta de quien organiza: esa persona decide, con el grupo, qué hacer. La colecta puede seguir abierta después de la fecha límite.',
  ],
]

const CONTRIBUTING: Question[] = [
  [
    'cuenta-para-aportar',
    '¿Necesito una cuenta para aportar?',
    'No. Abres el enlace, transfieres y registras tu aporte con tu nombre y tu email. Con una cuenta, además, ves todos tus aportes juntos.',
  ],
  [
    'quien-ve',
    '¿Quién ve que aporté y cuánto?',
    'Quien organiza y tú. La página de la colecta muestra cuánto se juntó entre todos, nunca quién ni cuánto puso cada persona.',
  ],
  [
    'es-seguro',
    '¿Cómo sé que una colecta es de verdad?',
    'Mira quién la organiza y a nombre de quién está la cuenta: tu banco te lo muestra antes de confirmar la transferencia. Si no conoces a esa persona o algo no coincide, no transfieras.',
  ],
  [
    'mas-o-menos',
    '¿Puedo aportar más o menos que lo sugerido?',
    'Sí. El monto es una sugerencia; el tuyo lo eliges tú.',
  ],
  [
    'sin-senal',
    '¿Funciona con mala señal?',
    'Sí. La página es liviana, tu aporte espera en el teléfono si hace falta y el comprobante se sube por partes, desde donde quedó.',
  ],
]

const SECTIONS: ProseSection[] = [
  ['El dinero', <Questions key="money" questions={MONEY} />],
  [
    'Aportar',
    <Questions key="contributing" questions={CONTRIBUTING} />,
    `¿Algo no sale? Mira la [ayuda](${links.help()}).`,
  ],
]
