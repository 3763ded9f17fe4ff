import { type ReactNode, StrictMode } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { links } from '../shared/links.ts'
import type { PageData } from '../shared/page-data.ts'
import { PageDataContext } from './api/page-data.ts'
import { Frame, pageFooter } from './shell/frame.tsx'
import { AdministratorsOnly, KnownSession, SignedInOnly } from './shell/guards.tsx'
import { type LazyScreen, lazyScreen, Screen } from './shell/lazy-screen.tsx'
import { useNavigationFocus } from './shell/use-navigation-focus.ts'

/** The route table: each path with its lazily loaded screen. */
export function App() {
  useNavigationFocus()
  return (
    <Routes>
      <Route element={<Frame guest prepare={prepareWayOut} />}>
        {routesOf(CONTRIBUTION)}
        <Route element={<KnownSession />}>
          <Route element={<SignedInOnly />}>{routesOf(OWN_CONTRIBUTION)}</Route>
        </Route>
      </Route>
      <Route element={<Frame />}>
        <Route element={<KnownSession />}>
          {routesOf(OPEN)}
          <Route element={<SignedInOnly />}>
            <Route element={<Screen of={liveScreens} />}>{routesOf(SIGNED_IN)}</Route>
            <Route element={<AdministratorsOnly />}>{routesOf(ADMINISTRATORS)}</Route>
          </Route>
          <Route path="*" element={<Screen of={notFound} />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** Loads the code of the screen at `pathname`, so that the first paint is that screen. */
export async function preloadScreen(pathname: string): Promise<void> {
  const matches = ([path]: ScreenRoute) => matchPath(path, pathname)
  const signedIn = SIGNED_IN.find(matches)
  const guest = [...CONTRIBUTION, ...OWN_CONTRIBUTION].find(matches)
  const [, screen] = signedIn ??
    guest ??
    [...OPEN, ...ADMINISTRATORS].find(matches) ?? ['*', notFound]
  await Promise.all([
    screen.preload(),
    signedIn && liveScreens.preload(),
    !guest && pageFooter.preload(),
  ])
}

/** A contribution ends at the home page, whose code must be loaded in case the network is lost before. */
const prepareWayOut = () => preloadScreen(links.home())

type ScreenRoute = [path: string, screen: LazyScreen]

const routesOf = (routes: ScreenRoute[]) =>
  routes.map(([path, screen]) => (
    <Route key={path} path={path} element={<Screen key={path} of={screen} />} />
  ))

const contribute = lazyScreen(() => import('./screens/contribute/contribute.tsx'), 'Contribute')
const paymentResults = () => import('./screens/payment-results/payment-results.tsx')
const conciliation = () => import('./screens/conciliation/conciliation.tsx')
const notFound = lazyScreen(() => import('./screens/not-found/not-found.tsx'), 'NotFound')

const CONTRIBUTION: ScreenRoute[] = [
  [links.contribute(':id'), contribute],
  [
    links.ownReport(':id'),
    lazyScreen(() => import('./screens/own-report/own-report-detail.tsx'), 'OwnReportDetail'),
  ],
]

const OWN_CONTRIBUTION: ScreenRoute[] = [[links.ownContribution(':id'), contribute]]

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

/** The providers around the program, on the server and in the browser. */
export function Root({ data, children }: { data: PageData | null; children: ReactNode }) {
  return (
    <StrictMode>
      <PageDataContext value={data}>{children}</PageDataContext>
    </StrictMode>
  )
}
