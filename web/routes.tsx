import { matchPath, Route, Routes } from 'react-router-dom'
import { links } from '../shared/links.ts'
import { AdministratorsOnly, KnownSession, SignedInOnly } from './shell/guards.tsx'
import { lazyScreen, routesOf, Screen, type ScreenRoute } from './shell/lazy-screen.tsx'

/** The routes of every page except the contribution page (app.tsx). */
export function OtherRoutes() {
  return (
    <Routes>
      <Route element={<KnownSession />}>
        {routesOf(OPEN)}
        <Route element={<SignedInOnly />}>
          <Route element={<Screen of={liveScreens} />}>{routesOf(SIGNED_IN)}</Route>
          <Route element={<AdministratorsOnly />}>{routesOf(ADMINISTRATORS)}</Route>
        </Route>
        <Route path="*" element={<Screen of={notFound} />} />
      </Route>
    </Routes>
  )
}

/** Loads the code of the screen at `pathname`. */
export async function preloadOther(pathname: string): Promise<void> {
  const matches = ([path]: ScreenRoute) => matchPath(path, pathname)
  const signedIn = SIGNED_IN.find(matches)
  const [, screen] = signedIn ?? [...OPEN, ...ADMINISTRATORS].find(matches) ?? ['*', notFound]
  await Promise.all([screen.preload(), signedIn && liveScreens.preload()])
}

const paymentResults = () => import('./screens/payment-results/payment-results.tsx')
const conciliation = () => import('./screens/conciliation/conciliation.tsx')
const notFound = lazyScreen(() => import('./screens/not-found/not-found.tsx'), 'NotFound')

const OPEN: ScreenRoute[] = [
  [links.home(), lazyScreen(() => import('./screens/home/home.tsx'), 'Home')],
  [links.login(), lazyScreen(() => import('./screens/login/login.tsx'), 'Login')],
  [links.register(), lazyScreen(() => import('./screens/register/register.tsx'), 'Register')],
  [
    links.authCallback(),
    lazyScreen(() => import('./screens/auth-callback/auth-callback.tsx'), 'AuthCallback'),
  ],
  [
    links.newCollection(),
    lazyScreen(() => import('./screens/collection-form/new-collection.tsx'), 'NewCollection'),
  ],
  [
    links.confirmEmail(),
    lazyScreen(() => import('./screens/confirm-email/confirm-email.tsx'), 'ConfirmEmail'),
  ],
  [
    links.confirmNewEmail(),
    lazyScreen(
      () => import('./screens/confirm-new-email/confirm-new-email.tsx'),
      'ConfirmNewEmail',
    ),
  ],
  [
    links.forgotPassword(),
    lazyScreen(() => import('./screens/forgot-password/forgot-password.tsx'), 'ForgotPassword'),
  ],
  [
    links.resetPassword(),
    lazyScreen(() => import('./screens/reset-password/reset-password.tsx'), 'ResetPassword'),
  ],
  [
    links.stopEmails(':id'),
    lazyScreen(() => import('./screens/stop-emails/stop-emails.tsx'), 'StopEmails'),
  ],
  [
    links.accountDeleted(),
    lazyScreen(() => import('./screens/account-deleted/account-deleted.tsx'), 'AccountDeleted'),
  ],
  [
    links.howItWorks(),
    lazyScreen(() => import('./screens/how-it-works/how-it-works.tsx'), 'HowItWorks'),
  ],
  [links.help(), lazyScreen(() => import('./screens/help/help.tsx'), 'Help')],
  [links.faq(), lazyScreen(() => import('./screens/faq/faq.tsx'), 'Faq')],
  [links.contact(), lazyScreen(() => import('./screens/contact/contact.tsx'), 'Contact')],
  [links.terms(), lazyScreen(() => import('./screens/terms/terms.tsx'), 'Terms')],
  [links.privacy(), lazyScreen(() => import('./screens/privacy/privacy.tsx'), 'Privacy')],
  [links.cookies(), lazyScreen(() => import('./screens/cookies/cookies.tsx'), 'Cookies')],
  [links.paymentSuccess(), lazyScreen(paymentResults, 'PaymentSuccess')],
  [links.paymentError(), lazyScreen(paymentResults, 'PaymentError')],
  [links.paymentPending(), lazyScreen(paymentResults, 'PaymentPending')],
  [links.paymentCallback(), lazyScreen(paymentResults, 'PaymentCallback')],
  [links.modoWebhook(), lazyScreen(paymentResults, 'ModoWebhook')],
  [links.gallery(), lazyScreen(() => import('./screens/gallery/gallery.tsx'), 'Gallery')],
  [
    links.testSuccessAnimation(),
    lazyScreen(
      () => import('./screens/test-success-animation/test-success-animation.tsx'),
      'TestSuccessAnimation',
    ),
  ],
]

// Wraps the routes below. The contribution page does not load this code.
const liveScreens = lazyScreen(() => import('./shell/live-screens.tsx'), 'LiveScreens')

const SIGNED_IN: ScreenRoute[] = [
  [links.dashboard(), lazyScreen(() => import('./screens/dashboard/dashboard.tsx'), 'Dashboard')],
  [
    links.collection(':id'),
    lazyScreen(() => import('./screens/collection/collection-detail.tsx'), 'CollectionDetail'),
  ],
  [
    links.review(':id'),
    lazyScreen(
      () => import('./screens/collection/review-contributions.tsx'),
      'ReviewContributions',
    ),
  ],
  [links.people(':id'), lazyScreen(() => import('./screens/people/people.tsx'), 'People')],
  [links.conciliate(':id'), lazyScreen(conciliation, 'Conciliation')],
  [links.conciliateAccount(), lazyScreen(conciliation, 'AccountConciliation')],
  [
    links.accounting(':id'),
    lazyScreen(() => import('./screens/accounting/accounting.tsx'), 'Accounting'),
  ],
  [links.poster(':id'), lazyScreen(() => import('./screens/poster/poster.tsx'), 'Poster')],
  [
    links.editCollection(':id'),
    lazyScreen(() => import('./screens/collection-form/edit-collection.tsx'), 'EditCollection'),
  ],
  [
    links.registerContribution(':id'),
    lazyScreen(
      () => import('./screens/register-contribution/register-contribution.tsx'),
      'RegisterContribution',
    ),
  ],
  [links.payments(), lazyScreen(() => import('./screens/payments/payments.tsx'), 'Payments')],
  [links.profile(), lazyScreen(() => import('./screens/profile/edit-profile.tsx'), 'EditProfile')],
  [links.diagnosis(), lazyScreen(() => import('./screens/diagnosis/diagnosis.tsx'), 'Diagnosis')],
]

const ADMINISTRATORS: ScreenRoute[] = [
  [links.admin(), lazyScreen(() => import('./screens/admin/admin.tsx'), 'Admin')],
]
