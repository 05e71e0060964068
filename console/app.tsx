import { QueryClientProvider } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Link, matchRoute, Route, Switch, useLocation, useRouter } from 'wouter-preact'
import { getUser } from '#contract/profile.ts'
import { Button } from '#ui/button.tsx'
import { Hints } from '#ui/desktop/hints.tsx'
import { useKeyboard } from '#ui/desktop/keyboard.ts'
import { Overlay } from '#ui/desktop/overlay.tsx'
import { Toasts } from '#ui/dialog/toast.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazy } from '#ui/lazy.tsx'
import { queries, useCall } from '#ui/server/query.ts'
import { Ended } from '#ui/session/ended.tsx'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { w } from '#ui/shared-texts.ts'
import { Empty, errorInstead, Failed, Loading, OfflineBanner } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { useSaveKeys } from './parts/edit/save-keys.ts'
import { Header } from './parts/header.tsx'
import { NotFound } from './parts/not-found.tsx'
import { type Entry, entriesFor, shortcutsFor } from './parts/shortcuts.ts'
import { paths } from './routes.ts'
import { t } from './texts.ts'

const Today = lazy(async () => (await import('./screens/today.tsx')).Today)
const Timeline = lazy(async () => (await import('./screens/timeline.tsx')).Timeline)
const Calendar = lazy(async () => (await import('./screens/calendar.tsx')).Calendar)
const Report = lazy(async () => (await import('./screens/report.tsx')).Report)
const Projects = lazy(async () => (await import('./screens/projects.tsx')).Projects)
const ProjectEditor = lazy(async () => (await import('./screens/project.tsx')).ProjectEditor)
const Requests = lazy(async () => (await import('./screens/requests.tsx')).Requests)
const RequestPage = lazy(async () => (await import('./screens/request.tsx')).RequestPage)
const Questions = lazy(async () => (await import('./screens/questions.tsx')).Questions)
const Rounds = lazy(async () => (await import('./screens/rounds.tsx')).Rounds)
const RoundPage = lazy(async () => (await import('./screens/round.tsx')).RoundPage)
const NewRound = lazy(async () => (await import('./screens/round-edit.tsx')).NewRound)
const RoundEdit = lazy(async () => (await import('./screens/round-edit.tsx')).RoundEdit)
const Teams = lazy(async () => (await import('./screens/teams.tsx')).Teams)
const LeaveRequests = lazy(async () => (await import('./screens/leave-requests.tsx')).LeaveRequests)
const TeamPage = lazy(async () => (await import('./screens/team.tsx')).TeamPage)
const People = lazy(async () => (await import('./screens/people.tsx')).People)
const PersonPage = lazy(async () => (await import('./screens/person.tsx')).PersonPage)
const NewPerson = lazy(async () => (await import('./screens/edit-person.tsx')).NewPerson)
const PersonEdit = lazy(async () => (await import('./screens/edit-person.tsx')).PersonEdit)
const Merge = lazy(async () => (await import('./screens/merge.tsx')).Merge)
const Vocabularies = lazy(async () => (await import('./screens/vocabularies.tsx')).Vocabularies)
const ImportExport = lazy(async () => (await import('./screens/import-export.tsx')).ImportExport)
const Announcements = lazy(async () => (await import('./screens/announcements.tsx')).Announcements)
const NewAnnouncement = lazy(async () => (await import('./screens/announcement-new.tsx')).NewAnnouncement)
const AnnouncementPage = lazy(async () => (await import('./screens/announcements/one.tsx')).AnnouncementPage)
const Mails = lazy(async () => (await import('./screens/mail.tsx')).Mails)
const EmailPage = lazy(async () => (await import('./screens/email.tsx')).EmailPage)
const Settings = lazy(async () => (await import('./screens/settings.tsx')).Settings)
const Operations = lazy(async () => (await import('./screens/operations.tsx')).Operations)
const Audit = lazy(async () => (await import('./screens/audit.tsx')).Audit)

function Menu({ access }: { access: string }) {
  const [path] = useLocation()
  const shortcuts = useMemo(() => shortcutsFor(access), [access])
  useKeyboard(shortcuts)
  useSaveKeys()
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu scrolls sideways: bring the current item into view.
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) menu.current!.scrollLeft = current.offsetLeft - menu.current!.offsetLeft - 48
  }, [path])
  const isCurrent = (name: Entry) => (name === 'today' ? path === paths.today : path.startsWith(paths[name]))
  return (
    <>
      <nav class="menu" aria-label={t('nav')} ref={menu}>
        {entriesFor(access).map(({ name, icon }) => (
          <Link key={name} href={paths[name]} class="menu-item" aria-current={isCurrent(name) ? 'page' : undefined}>
            <Icon name={icon} size={20} />
            <span>{t(`${name}.title`)}</span>
          </Link>
        ))}
        <a class="menu-item menu-out" href="/">
          <Icon name="leave" size={20} />
          <span>{t('nav.client')}</span>
        </a>
        <Hints shortcuts={shortcuts} class="menu-hint" />
      </nav>
      <Overlay />
    </>
  )
}

const Guest = () => (
  <>
    <Title>{t('nav')}</Title>
    <Empty icon="shield" title={t('guest.title')} action={<Button onClick={() => void signIn()}>{t('signIn')}</Button>}>
      {t('guest.text')}
    </Empty>
  </>
)

const NoAccess = () => (
  <>
    <Title>{t('nav')}</Title>
    <Empty icon="shield" title={t('member.title')} action={<a href="/">{t('member.back')}</a>}>
      {t('member.text')}
    </Empty>
  </>
)

// The id in an address; 0, which no row has, without digits.
const idOf = (id: string) => Number(id.replace(/\D/g, '')) || 0

const Pages = () => (
  <Switch>
    <Route path={paths.today} component={Today} />
    <Route path={paths.timeline} component={Timeline} />
    <Route path={paths.calendar} component={Calendar} />
    <Route path={paths.report} component={Report} />
    <Route path={paths.projects} component={Projects} />
    <Route path={paths.newProject}>{() => <ProjectEditor key="new" id={null} />}</Route>
    <Route path={paths.project}>{({ id }) => <ProjectEditor key={id} id={idOf(id)} />}</Route>
    <Route path={paths.requests} component={Requests} />
    <Route path={paths.request}>{({ id }) => <RequestPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.questions} component={Questions} />
    <Route path={paths.rounds} component={Rounds} />
    <Route path={paths.newRound} component={NewRound} />
    <Route path={paths.editRound}>{({ id }) => <RoundEdit key={id} id={idOf(id)} />}</Route>
    <Route path={paths.round}>{({ id }) => <RoundPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.teams} component={Teams} />
    <Route path={paths.newTeam}>{() => <TeamPage key="new" id={null} />}</Route>
    <Route path={paths.leaveRequests} component={LeaveRequests} />
    <Route path={paths.team}>{({ id }) => <TeamPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.people} component={People} />
    <Route path={paths.merge}>{({ id, into }) => <Merge key={`${id} ${into}`} id={idOf(id)} into={idOf(into)} />}</Route>
    <Route path={paths.newPerson} component={NewPerson} />
    <Route path={paths.editPerson}>{({ id }) => <PersonEdit key={id} id={idOf(id)} isAdministrator />}</Route>
    <Route path={paths.person}>{({ id }) => <PersonPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.vocabularies}>{() => <Vocabularies key="tag" kind="tag" />}</Route>
    <Route path={paths.vocabulary}>{({ kind }) => <Vocabularies key={kind} kind={kind} />}</Route>
    <Route path={paths.spreadsheet} component={ImportExport} />
    <Route path={paths.announcements} component={Announcements} />
    <Route path={paths.newAnnouncement} component={NewAnnouncement} />
    <Route path={paths.announcement}>{({ id }) => <AnnouncementPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.mail} component={Mails} />
    <Route path={paths.email}>{({ id }) => <EmailPage key={id} id={idOf(id)} />}</Route>
    <Route path={paths.audit} component={Audit} />
    <Route path={paths.operations} component={Operations} />
    <Route path={paths.settings} component={Settings} />
    <Route component={NotFound} />
  </Switch>
)

/** Whether the address is a route; for other addresses guests see “not found” and not the sign-in page. */
function useIsRoute(): boolean {
  const [path] = useLocation()
  const { parser } = useRouter()
  return Object.values(paths).some((pattern) => matchRoute(parser, pattern, path)[0])
}

function AccessGate() {
  const isRoute = useIsRoute()
  const found = useCall(getUser, undefined, { isPrivate: true, isSaved: false })
  const { answer: user, retry } = found
  const error = errorInstead(found)
  if (session.value.state === 'guest') return isRoute ? <Guest /> : <NotFound />
  if (error) return <Failed error={error} onRetry={retry} />
  if (!user) return <Loading />
  if (user.access === 'member') return <NoAccess />
  return (
    <>
      <Menu access={user.access} />
      <Pages />
    </>
  )
}

export const App = () => (
  <QueryClientProvider client={queries}>
    <a class="skip" href="#content">
      {w('skip')}
    </a>
    <Header />
    <main id="content" class="console" tabIndex={-1}>
      <OfflineBanner />
      <AccessGate />
    </main>
    <Toasts />
    <Ended />
  </QueryClientProvider>
)
