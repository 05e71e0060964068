import { QueryClientProvider } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact'
import { Toasts } from '#ui/dialog/toast.tsx'
import { lazy } from '#ui/lazy.tsx'
import { queries } from '#ui/server/query.ts'
import { hasEnded } from '#ui/session/session.ts'
import { isWelcomed } from '#ui/settings.ts'
import { w } from '#ui/shared-texts.ts'
import { OfflineBanner } from '#ui/states.tsx'
import { desktop } from './desktop.ts'
import { aroundNav } from './motion.ts'
import { Tabs } from './parts/tabs.tsx'
import { paths, pathTo } from './routes.ts'
import { Projects } from './screens/projects.tsx'
import { useScrollRestoration } from './scroll.ts'
import { more } from './texts.ts'

// A lazy screen whose texts are not among those of the first screen.
// biome-ignore lint/suspicious/noExplicitAny: the props of any screen
const lazyWithTexts = <P extends Record<string, any>>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), more()])
    return screen
  })

const Welcome = lazy(async () => (await import('./screens/welcome.tsx')).Welcome)
const SignedIn = lazyWithTexts(async () => (await import('./screens/signed-in.tsx')).SignedIn)
const ActiveProjects = lazy(async () => (await import('./screens/group.tsx')).ActiveProjects)
const LatestProjects = lazy(async () => (await import('./screens/group.tsx')).LatestProjects)
const Saved = lazyWithTexts(async () => (await import('./screens/saved.tsx')).Saved)
const Project = lazyWithTexts(async () => (await import('./screens/project.tsx')).Project)
const Apply = lazyWithTexts(async () => (await import('./screens/apply.tsx')).Apply)
const My = lazyWithTexts(async () => (await import('./screens/my.tsx')).My)
const TeamsScreens = lazyWithTexts(async () => (await import('./screens/teams.tsx')).TeamsScreens)
const TeamScreen = lazyWithTexts(async () => (await import('./screens/team.tsx')).TeamScreen)
const RequestScreen = lazyWithTexts(async () => (await import('./screens/request.tsx')).RequestScreen)
const Rounds = lazyWithTexts(async () => (await import('./screens/rounds.tsx')).loadRounds())
const Sent = lazyWithTexts(async () => (await import('./screens/sent.tsx')).Sent)
const Profile = lazyWithTexts(async () => (await import('./screens/profile.tsx')).Profile)
const Settings = lazyWithTexts(async () => (await import('./screens/settings.tsx')).Settings)
const Notifications = lazyWithTexts(async () => (await import('./screens/notifications.tsx')).Notifications)
const Privacy = lazyWithTexts(async () => (await import('./screens/privacy.tsx')).Privacy)
const Feedback = lazyWithTexts(async () => (await import('./screens/feedback.tsx')).Feedback)
const Ended = lazy(async () => (await import('#ui/session/ended.tsx')).Ended)
const NotFound = lazy(async () => (await import('./screens/not-found.tsx')).NotFound)

const lists = [
  <Route key="projects" path={paths.projects} component={Projects} />,
  <Route key="active" path={paths.active} component={ActiveProjects} />,
  <Route key="latest" path={paths.latest} component={LatestProjects} />,
  <Route key="saved" path={paths.saved} component={Saved} />,
]

const panes = { list: <Switch>{lists}</Switch>, project: (slug: string) => <Project key={slug} slug={slug} /> }

const screens = (
  <Switch>
    {lists}
    <Route path={paths.welcome} component={Welcome} />
    <Route path={paths.signedIn} component={SignedIn} />
    <Route path={paths.apply}>{({ slug }) => <Apply key={slug} slug={slug} />}</Route>
    <Route path={paths.project}>{({ slug }) => panes.project(slug)}</Route>
    <Route path={paths.my} component={My} />
    {[paths.makeTeam, paths.findTeam, paths.joining, paths.invitation].map((path) => (
      <Route key={path} path={path} component={TeamsScreens} />
    ))}
    <Route path={paths.team}>{({ id }) => <TeamScreen key={id} id={Number(id)} />}</Route>
    <Route path={paths.request}>{({ id }) => <RequestScreen key={id} id={Number(id)} />}</Route>
    <Route path={paths.sent}>{({ id }) => <Sent key={id} id={Number(id)} />}</Route>
    <Route path="/round/*?" component={Rounds} />
    <Route path={paths.info}>{() => <Redirect to={paths.profile} replace />}</Route>
    <Route path={paths.profile} component={Profile} />
    <Route path={paths.settings} component={Settings} />
    <Route path={paths.notifications} component={Notifications} />
    <Route path={paths.privacy} component={Privacy} />
    <Route path={paths.feedback} component={Feedback} />
    <Route component={NotFound} />
  </Switch>
)

function Screens() {
  const [path] = useLocation()
  useScrollRestoration()
  const isFullScreen = path === paths.welcome || path === paths.signedIn
  // The welcome screen is shown on the start page only, never instead of a deep link.
  if (path === paths.projects && !isWelcomed.value && !location.search) return <Redirect to={pathTo('welcome')} replace />
  const notices = <OfflineBanner />
  const Desktop = isFullScreen ? undefined : desktop.value?.Frame
  return (
    <>
      {Desktop ? (
        <Desktop panes={panes} screens={screens} notices={notices} />
      ) : (
        <div class={isFullScreen ? 'frame frame-bare' : 'frame'}>
          <a class="skip" href="#content">
            {w('skip')}
          </a>
          {!isFullScreen && <Tabs />}
          <main id="content" tabIndex={-1}>
            {notices}
            {screens}
          </main>
        </div>
      )}
      <Toasts path={path} />
      {hasEnded.value && <Ended />}
    </>
  )
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <Router aroundNav={aroundNav}>
      <Screens />
    </Router>
  </QueryClientProvider>
)
