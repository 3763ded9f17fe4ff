import { Link } from 'react-router-dom'
import { getOwnAccount } from '../../../shared/api/own-account.ts'
import { getSeller } from '../../../shared/api/sellers.ts'
import { links } from '../../../shared/links.ts'
import { updateProfile } from '../../../shared/mutations/update-profile.ts'
import { profile as profileQuery } from '../../../shared/queries/profile.ts'
import { useInstallationState } from '../../api/installation.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { useFresh } from '../../api/use-request.ts'
import { Card } from '../../components/card.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { useCorrection } from '../../features/sync/correction.ts'
import { AccountSafety } from './account-safety.tsx'
import { CardPayments } from './card-payments.tsx'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'

/** `/profile/edit`: the person's name, account, e-mail, password and data. */
export function EditProfile() {
  const user = useUser()
  const profile = useQuery(profileQuery, {})
  const correction = useCorrection(updateProfile.name)

  return (
    <Page title="Perfil" width="reading">
      <h1 className="title-alone">Perfil</h1>
      <Card paperOnPhone>
        {profile.name === 'loading' && <Skeleton rows={8} label="Cargando perfil" />}
        {profile.name === 'failed' && (
          <Failed title="Error al cargar los datos del usuario" {...profile} />
        )}
        {profile.name === 'ready' && profile.answer && (
          <ProfileForm
            key={correction?.correcting}
            profile={profile.answer}
            correction={correction}
          />
        )}
      </Card>
      {user && <Account email={user.email} isProfileShown={profile.name !== 'loading'} />}
    </Page>
  )
}

/**
 * The sections below the profile, whose data is not in the replica. Each is rendered only when those above it have
 * their height, or it would move down.
 */
function Account({ email, isProfileShown }: { email: string; isProfileShown: boolean }) {
  const installation = useInstallationState()
  const isOffered =
    installation.name === 'ready' && installation.answer.checkout.includes('MercadoPago')
  const seller = useFresh(() => request(getSeller), { isDue: isOffered })
  const own = useFresh(() => request(getOwnAccount))
  if (!isProfileShown || installation.name === 'loading') return <div className={styles.below} />
  return (
    <>
      {isOffered && <CardPayments own={seller} />}
      {isOffered && seller.name === 'loading' ? (
        <div className={styles.below} />
      ) : (
        <>
          <AccountSafety email={email} own={own} />
          <p className={styles.foot}>
            ¿Algo no se sincroniza? <Link to={links.diagnosis()}>Diagnóstico</Link>
          </p>
        </>
      )}
    </>
  )
}
