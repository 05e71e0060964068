import { useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { cachedProject, cacheProjects } from '#client/cached-projects.ts'
import { ListTabs } from '#client/parts/list-tabs.tsx'
import { ProjectCard } from '#client/parts/project-card/project-card.tsx'
import { paths } from '#client/routes.ts'
import { savedSlugs } from '#client/saved-projects.ts'
import { acceptList } from '#client/saved-sync.ts'
import { t } from '#client/texts.ts'
import { getProject, type Project } from '#contract/project.ts'
import { listSaved } from '#contract/saved.ts'
import { savedGroups } from '#rules/project/saved.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call, ProblemError, Unreachable } from '#ui/server/api.ts'
import { networkFirst, useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { directoryToday } from '#ui/time/directory-time.ts'
import { Title } from '#ui/title.tsx'
import './saved/saved.css'

type Listed = { projects: Project[] | undefined; savedAt: number | null; error: Error | null; retry(): Promise<unknown> }

/** A project that a guest saved; null when it is not public any more. Saved for offline use like its page. */
async function loadOne(slug: string): Promise<Project | null> {
  const key = JSON.stringify([getProject.id, { params: { slug }, query: null, body: null }])
  try {
    const { answer } = await networkFirst('public', key, () => call(getProject, { params: { slug } }))
    cacheProjects({ projects: [answer.project], tags: answer.tags })
    return answer.project
  } catch (error) {
    const cached = error instanceof Unreachable ? cachedProject(slug) : undefined
    if (cached === undefined && !(error instanceof ProblemError && error.problem.status === 404)) throw error
    return cached ?? null
  }
}

function useDevice(isOn: boolean): Listed {
  const [slugs] = useState(() => [...savedSlugs.peek()])
  const { data, error, refetch } = useQuery({
    queryKey: ['saved on this device', slugs],
    queryFn: async () => (await Promise.all(slugs.map(loadOne))).filter((project) => project !== null),
    enabled: isOn,
  })
  return { projects: data, savedAt: null, error, retry: refetch }
}

function useAccount(isOn: boolean): Listed {
  const { answer, savedAt, error, retry } = useCall(listSaved, undefined, { isPrivate: true, isOn })
  useEffect(() => {
    if (answer && savedAt === null) acceptList(answer)
  }, [answer, savedAt])
  if (answer) cacheProjects(answer, savedAt ?? undefined)
  return { projects: answer?.projects, savedAt, error, retry }
}

function Groups({ projects }: { projects: Project[] }) {
  return savedGroups(projects, directoryToday()).map(({ group, projects }) => (
    <section key={group} class="saved-group">
      <h2>{t(`saved.group.${group}`)}</h2>
      <ul class="bare project-list">
        {projects.map((project) => (
          <li key={project.slug}>
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Nothing({ isGuest }: { isGuest: boolean }) {
  return (
    <Empty icon="bookmark" title={t('saved.empty')} action={<ButtonLink to={paths.projects}>{t('notFound.home')}</ButtonLink>}>
      {t(isGuest ? 'saved.emptyGuest' : 'saved.emptyText')}
    </Empty>
  )
}

function List({ isGuest }: { isGuest: boolean }) {
  const [device, account] = [useDevice(isGuest), useAccount(!isGuest)]
  const { projects, savedAt, error, retry } = isGuest ? device : account
  // A project that was removed here stays in its place until the screen is left: it can be saved again.
  const seen = useRef(new Set<string>())
  for (const slug of savedSlugs.value) seen.current.add(slug)
  const listed = useMemo(() => projects?.filter(({ slug }) => seen.current.has(slug)), [projects, savedSlugs.value])
  return (
    <>
      <SavedNote savedAt={savedAt} />
      {listed === undefined ? (
        error ? (
          <Failed error={error} onRetry={retry} />
        ) : (
          <Loading isCard lines={3} />
        )
      ) : listed.length === 0 ? (
        <Nothing isGuest={isGuest} />
      ) : (
        <>
          {isGuest && (
            <div class="card spread saved-guest">
              <span>{t('saved.guest')}</span>
              <Button look="soft" onClick={() => void signIn()}>
                {t('signIn')}
              </Button>
            </div>
          )}
          <Groups projects={listed} />
        </>
      )}
    </>
  )
}

export function Saved() {
  const isGuest = session.value.state === 'guest'
  return (
    <>
      <Title>{t('saved.title')}</Title>
      <ListTabs current="saved" />
      {/* When a session ends, nothing of the person's list stays. */}
      <List key={isGuest ? 'guest' : 'person'} isGuest={isGuest} />
    </>
  )
}
