import { QueryClientProvider } from '@tanstack/preact-query'
import type { ComponentType } from 'preact'
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lazy } from '#ui/lazy.tsx'
import { queries } from '#ui/query.ts'
import { hasEnded, signIn } from '#ui/session.ts'
import { isWelcomed } from '#ui/settings.ts'
import { w } from '#ui/shared-texts.ts'
import { OfflineBanner } from '#ui/states.tsx'
import { Toasts } from '#ui/toast.tsx'
import { type PathName, paths, pathTo } from './routes.ts'
import { Projects } from './screens/projects.tsx'
import { keepPosition, useScrollRestoration } from './scroll.ts'
import { more, t } from './texts/index.ts'

// A lazy screen whose texts are not among those of the first screen.
// biome-ignore lint/suspicious/noExplicitAny: the props of any screen
const lazyWithTexts = <P extends Record<string, any>>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), more()])
    return screen
  })

const Welcome = lazy(async () => (await import('./screens/welcome.tsx')).Welcome)
const SignedIn = lazy(async () => (await import('./screens/signed-in.tsx')).SignedIn)
const ActiveProjects = lazy(async () => (await import('./screens/group.tsx')).ActiveProjects)
const LatestProjects = lazy(async () => (await import('./screens/group.tsx')).LatestProjects)
const Project = lazyWithTexts(async () => (await import('./screens/project.tsx')).Project)
const Apply = lazyWithTexts(async () => (await import('./screens/apply.tsx')).Apply)
const My = lazyWithTexts(async () => (await import('./screens/my.tsx')).My)
const TeamScreen = lazyWithTexts(async () => (await import('./screens/team.tsx')).TeamScreen)
const RequestScreen = lazyWithTexts(async () => (await import('./screens/request.tsx')).RequestScreen)
const Sent = lazyWithTexts(async () => (await import('./screens/sent.tsx')).Sent)
const Info = lazyWithTexts(async () => (await import('./screens/info.tsx')).Info)
const Profile = lazyWithTexts(async () => (await import('./screens/profile.tsx')).Profile)
const Settings = lazy(async () => (await import('./screens/settings.tsx')).Settings)
const Notifications = lazyWithTexts(async () => (await import('./screens/notifications.tsx')).Notifications)
const Privacy = lazyWithTexts(async () => (await import('./screens/privacy.tsx')).Privacy)
const Feedback = lazyWithTexts(async () => (await import('./screens/feedback.tsx')).Feedback)
const NotFound = lazy(async () => (await import('./screens/not-found.tsx')).NotFound)

const tabs: { name: PathName; icon: IconName; text: 'tab.projects' | 'tab.my' | 'tab.info' | 'tab.settings'; pattern: RegExp }[] = [
  { name: 'projects', icon: 'projects', text: 'tab.projects', pattern: /^\/(projects?\/|$)/ },
  { name: 'my', icon: 'team', text: 'tab.my', pattern: /^\/my/ },
  { name: 'info', icon: 'info', text: 'tab.info', pattern: /^\/(info|profile|privacy|feedback)/ },
  { name: 'settings', icon: 'settings', text: 'tab.settings', pattern: /^\/settings/ },
]

// Where the user was in each tab.
const lastAddress = new Map<PathName, string>()

function Tabs() {
  const [path] = useLocation()
  const search = useSearch()
  const current = tabs.find(({ pattern }) => pattern.test(path))?.name
  if (current) lastAddress.set(current, path + (search && `?${search}`))
  const addressOf = (name: PathName) => (name === current ? paths[name] : (lastAddress.get(name) ?? paths[name]))
  const open = (event: Event, name: PathName) => {
    if (name !== current) keepPosition(addressOf(name))
    else if (path === paths[name]) {
      event.preventDefault()
      scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
    }
  }
  return (
    <nav class="tabs" aria-label={t('tab.nav')}>
      {tabs.map(({ name, icon, text }) => (
        <Link
          key={name}
          href={addressOf(name)}
          class="tab"
          aria-current={name === current ? 'page' : undefined}
          onClick={(event: Event) => open(event, name)}
        >
          <Icon name={icon} />
          <span>
            {t(text)}
            {name === 'info' && <span class="visually-hidden"> {t('tab.info.more')}</span>}
          </span>
        </Link>
      ))}
    </nav>
  )
}

const Ended = () => (
  <div class="notice" role="alert">
    <span>{w('ended')}</span>
    <button type="button" onClick={() => void signIn()}>
      {t('signIn')}
    </button>
  </div>
)

function Screens() {
  const [path] = useLocation()
  useScrollRestoration()
  const isFullScreen = path === paths.welcome || path === paths.signedIn
  // The welcome screen is shown on the start page only, never instead of a deep link.
  if (path === paths.projects && !isWelcomed.value && !location.search) return <Redirect to={pathTo('welcome')} replace />
  return (
    <div class={isFullScreen ? 'frame frame-bare' : 'frame'}>
      <a class="skip" href="#content">
        {w('skip')}
      </a>
      {!isFullScreen && <Tabs />}
      <main id="content" tabIndex={-1}>
        <OfflineBanner />
        {hasEnded.value && <Ended />}
        <Switch>
          <Route path={paths.projects} component={Projects} />
          <Route path={paths.active} component={ActiveProjects} />
          <Route path={paths.latest} component={LatestProjects} />
          <Route path={paths.welcome} component={Welcome} />
          <Route path={paths.signedIn} component={SignedIn} />
          <Route path={paths.apply}>{({ slug }) => <Apply key={slug} slug={slug} />}</Route>
          <Route path={paths.project}>{({ slug }) => <Project key={slug} slug={slug} />}</Route>
          <Route path={paths.my} component={My} />
          <Route path={paths.team}>{({ id }) => <TeamScreen key={id} id={Number(id)} />}</Route>
          <Route path={paths.request}>{({ id }) => <RequestScreen key={id} id={Number(id)} />}</Route>
          <Route path={paths.sent}>{({ id }) => <Sent key={id} id={Number(id)} />}</Route>
          <Route path={paths.info} component={Info} />
          <Route path={paths.profile} component={Profile} />
          <Route path={paths.settings} component={Settings} />
          <Route path={paths.notifications} component={Notifications} />
          <Route path={paths.privacy} component={Privacy} />
          <Route path={paths.feedback} component={Feedback} />
          <Route component={NotFound} />
        </Switch>
      </main>
      <Toasts path={path} />
    </div>
  )
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <Screens />
  </QueryClientProvider>
)
