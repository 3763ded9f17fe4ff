import { links } from '../../../shared/links.ts'
import { List, Prose, type ProseSection } from '../../components/prose.tsx'

/** `/terminos-condiciones`: the terms of use. */
export function Terms() {
  return (
    <Prose
      title="Términos y condiciones"
      lead="Última actualización: 25 de julio de 2025."
      sections={SECTIONS}
    />
  )
}

const SECTIONS: ProseSection[] = [
  [
    '1. Qué es Entre Todos',
    'Entre Todos es un servicio para organizar colectas en grupo en la Argentina. Permite abrir una colecta, compartir su enlace y llevar la lista de los aportes que las personas registran. Al usarlo aceptas estos términos.',
  ],
  [
    '2. El dinero no pasa por Entre Todos',
    'Cada aporte es una transferencia directa de quien aporta a la cuenta que indicó quien organiza, o un pago con Mercado Pago a la cuenta que esa persona conectó, por el que Mercado Pago le cobra su comisión. Entre Todos no recibe, no guarda ni mueve dinero, no es parte de esas operaciones y no cobra comisión por ellas. No somos una entidad financiera ni un proveedor de servicios de pago.',
  ],
  [
    '3. Quien organiza',
    <List
      key="organiser"
      items={[
        'Indica un motivo verdadero y una cuenta propia, o que puede usar legítimamente.',
        'Responde ante quienes aportan por el destino del dinero que recibe.',
        'Verifica en su cuenta que cada transferencia haya llegado: un comprobante no lo prueba.',
        'Usa los datos de quienes aportan solo para esa colecta, y cumple con las obligaciones impositivas que le correspondan.',
      ]}
    />,
  ],
  [
    '4. Quien aporta',
    <List
      key="contributor"
      items={[
        'Decide a quién le transfiere. Si no conoces a quien organiza, no transfieras.',
        'Registra solo aportes que hizo, con datos y comprobantes verdaderos.',
        'Los reclamos por una transferencia se hacen a quien organiza o al banco o billetera desde el que salió.',
      ]}
    />,
  ],
  [
    '5. Tu cuenta',
    'Eres responsable de tu contraseña y de lo que se haga con tu cuenta. Puedes cambiarla, cerrar tus sesiones y eliminar la cuenta cuando quieras desde tu perfil. Al eliminarla se borran tus colectas; los aportes que hiciste a colectas de otras personas siguen en sus listas, sin tu email.',
  ],
  [
    '6. Usos que no se permiten',
    'No se permite usar el servicio para engañar, para recaudar con fines ilegales, para suplantar a otra persona, para subir archivos dañinos ni para intentar acceder a datos ajenos. Podemos cerrar las colectas y las cuentas que lo hagan.',
  ],
  [
    '7. Disponibilidad y responsabilidad',
    'Ponemos cuidado en que el servicio funcione y en que nada de lo que registras se pierda, pero puede interrumpirse. En la medida que la ley lo permite, no respondemos por el destino que se dé al dinero ni por acuerdos entre las personas. Nada de esto limita los derechos que te da la ley 24.240 de defensa del consumidor.',
  ],
  [
    '8. Cambios y ley aplicable',
    `Si estos términos cambian, la fecha de arriba cambia con ellos. Rige la ley argentina y son competentes los tribunales que ella indique. Cómo tratamos tus datos está en la [política de privacidad](${links.privacy()}).`,
  ],
]
