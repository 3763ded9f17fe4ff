import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Prose, type Question, Questions } from '../../components/prose.tsx'

const MONEY: Question[] = [
  {
    id: 'costo',
    question: '¿Cuánto cuesta?',
    answer: (
      <p>
        Nada. Entre Todos no cobra por abrir una colecta ni por aportar. Si quien organiza cobra
        también con Mercado Pago, Mercado Pago le descuenta su comisión.
      </p>
    ),
  },
  {
    id: 'donde-esta-el-dinero',
    question: '¿Dónde está el dinero?',
    answer: (
      <p>
        En la cuenta de quien organiza, desde el momento en que transfieres. Si pagas con Mercado
        Pago, en la cuenta que esa persona tiene ahí. Entre Todos nunca lo recibe ni lo mueve.
      </p>
    ),
  },
  {
    id: 'tarjeta',
    question: '¿Puedo pagar con tarjeta?',
    answer: (
      <p>
        Si la colecta ofrece Mercado Pago, sí: quien organiza conectó ahí su cuenta. Donde dice
        “Próximamente”, por ahora se aporta por transferencia, a un alias, CBU o CVU.
      </p>
    ),
  },
  {
    id: 'no-llega-al-total',
    question: '¿Qué pasa si no se llega al total?',
    answer: (
      <p>
        El dinero ya está en la cuenta de quien organiza: esa persona decide, con el grupo, qué
        hacer. La colecta puede seguir abierta después de la fecha límite.
      </p>
    ),
  },
]

const CONTRIBUTING: Question[] = [
  {
    id: 'cuenta-para-aportar',
    question: '¿Necesito una cuenta para aportar?',
    answer: (
      <p>
        No. Abres el enlace, transfieres y registras tu aporte con tu nombre y tu email. Con una
        cuenta, además, ves todos tus aportes juntos.
      </p>
    ),
  },
  {
    id: 'quien-ve',
    question: '¿Quién ve que aporté y cuánto?',
    answer: (
      <p>
        Quien organiza y tú. La página de la colecta muestra cuánto se juntó entre todos, nunca
        quién ni cuánto puso cada persona.
      </p>
    ),
  },
  {
    id: 'es-seguro',
    question: '¿Cómo sé que una colecta es de verdad?',
    answer: (
      <p>
        Mira quién la organiza y a nombre de quién está la cuenta: tu banco te lo muestra antes de
        confirmar la transferencia. Si no conoces a esa persona o algo no coincide, no transfieras.
      </p>
    ),
  },
  {
    id: 'mas-o-menos',
    question: '¿Puedo aportar más o menos que lo sugerido?',
    answer: <p>Sí. El monto es una sugerencia; el tuyo lo eliges tú.</p>,
  },
  {
    id: 'sin-senal',
    question: '¿Funciona con mala señal?',
    answer: (
      <p>
        Sí. La página es liviana, tu aporte espera en el teléfono si hace falta y el comprobante se
        sube por partes, desde donde quedó.
      </p>
    ),
  },
]

export function Faq() {
  return (
    <Prose
      title="Preguntas frecuentes"
      lead="Lo que conviene saber antes de abrir una colecta o de aportar."
    >
      <section>
        <h2>El dinero</h2>
        <Questions questions={MONEY} />
      </section>
      <section>
        <h2>Aportar</h2>
        <Questions questions={CONTRIBUTING} />
        <p>
          ¿Algo no sale? Mira la <Link to={links.help()}>ayuda</Link>.
        </p>
      </section>
    </Prose>
  )
}
