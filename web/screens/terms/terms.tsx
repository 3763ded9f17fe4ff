import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Prose } from '../../components/prose.tsx'

export function Terms() {
  return (
    <Prose title="Términos y condiciones" lead="Última actualización: 25 de julio de 2025.">
      <section>
        <h2>1. Qué es Entre Todos</h2>
        <p>
          Entre Todos es un servicio para organizar colectas en grupo en la Argentina. Permite abrir
          una colecta, compartir su enlace y llevar la lista de los aportes que las personas
          registran. Al usarlo aceptas estos términos.
        </p>
      </section>
      <section>
        <h2>2. El dinero no pasa por Entre Todos</h2>
        <p>
          Cada aporte es una transferencia directa de quien aporta a la cuenta que indicó quien
          organiza, o un pago con Mercado Pago a la cuenta que esa persona conectó, por el que
          Mercado Pago le cobra su comisión. Entre Todos no recibe, no guarda ni mueve dinero, no es
          parte de esas operaciones y no cobra comisión por ellas. No somos una entidad financiera
          ni un proveedor de servicios de pago.
        </p>
      </section>
      <section>
        <h2>3. Quien organiza</h2>
        <ul>
          <li>Indica un motivo verdadero y una cuenta propia, o que puede usar legítimamente.</li>
          <li>Responde ante quienes aportan por el destino del dinero que recibe.</li>
          <li>
            Verifica en su cuenta que cada transferencia haya llegado: un comprobante no lo prueba.
          </li>
          <li>
            Usa los datos de quienes aportan solo para esa colecta, y cumple con las obligaciones
            impositivas que le correspondan.
          </li>
        </ul>
      </section>
      <section>
        <h2>4. Quien aporta</h2>
        <ul>
          <li>Decide a quién le transfiere. Si no conoces a quien organiza, no transfieras.</li>
          <li>Registra solo aportes que hizo, con datos y comprobantes verdaderos.</li>
          <li>
            Los reclamos por una transferencia se hacen a quien organiza o al banco o billetera
            desde el que salió.
          </li>
        </ul>
      </section>
      <section>
        <h2>5. Tu cuenta</h2>
        <p>
          Eres responsable de tu contraseña y de lo que se haga con tu cuenta. Puedes cambiarla,
          cerrar tus sesiones y eliminar la cuenta cuando quieras desde tu perfil. Al eliminarla se
          borran tus colectas; los aportes que hiciste a colectas de otras personas siguen en sus
          listas, sin tu email.
        </p>
      </section>
      <section>
        <h2>6. Usos que no se permiten</h2>
        <p>
          No se permite usar el servicio para engañar, para recaudar con fines ilegales, para
          suplantar a otra persona, para subir archivos dañinos ni para intentar acceder a datos
          ajenos. Podemos cerrar las colectas y las cuentas que lo hagan.
        </p>
      </section>
      <section>
        <h2>7. Disponibilidad y responsabilidad</h2>
        <p>
          Ponemos cuidado en que el servicio funcione y en que nada de lo que registras se pierda,
          pero puede interrumpirse. En la medida que la ley lo permite, no respondemos por el
          destino que se dé al dinero ni por acuerdos entre las personas. Nada de esto limita los
          derechos que te da la ley 24.240 de defensa del consumidor.
        </p>
      </section>
      <section>
        <h2>8. Cambios y ley aplicable</h2>
        <p>
          Si estos términos cambian, la fecha de arriba cambia con ellos. Rige la ley argentina y
          son competentes los tribunales que ella indique. Cómo tratamos tus datos está en la{' '}
          <Link to={links.privacy()}>política de privacidad</Link>.
        </p>
      </section>
    </Prose>
  )
}
