import { Link } from 'wouter-preact'
import { cacheProjects } from '#client/cached-projects.ts'
import { ProjectCard } from '#client/parts/project-card/project-card.tsx'
import { paths } from '#client/routes.ts'
import { more, t } from '#client/texts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProjectStatus } from '#contract/profile.ts'
import { getHome, type Home, type Project } from '#contract/project.ts'
import { Icon } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { lazy } from '#ui/lazy.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { prefetchCall, useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'

// The start page above the list: the next step of a signed-in person, and the projects in sections.

const NextStep = lazy(async () => {
  const [{ NextStep }] = await Promise.all([import('./next-step.tsx'), more()])
  return NextStep
})

const MOST_IN_GRID = 6

/** Before the first render. */
export const prefetchHome = (): void => void prefetchCall(getHome)

/** The list below is shown together with the sections: if they arrived later, they would move it. */
export function useHome(isOn: boolean): { home: Home | undefined; isLoading: boolean } {
  const { answer, savedAt, isLoading } = useCall(getHome, undefined, { isOn })
  if (answer) cacheProjects(answer, savedAt ?? undefined)
  // The last answer, because a call is made again when the session begins.
  const home = useLast(answer)
  return { home: isOn ? home : undefined, isLoading: isOn && isLoading && !home }
}

type SectionProps = { title: string; projects: Project[]; total: number; all: string; isMain?: boolean }

/** A row that scrolls sideways. The main one is a grid where there is room. */
function Section({ title, projects, total, all, isMain }: SectionProps) {
  if (projects.length === 0) return null
  return (
    <section class={isMain ? 'carousel carousel-main' : 'carousel'} aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        {total > Math.min(projects.length, MOST_IN_GRID) && (
          <Link class="see-all" href={all} aria-label={`${t('projects.seeAll')}: ${title}`}>
            {t('projects.seeAll')}
            <Icon name="next" size={18} />
          </Link>
        )}
      </div>
      <ul class="bare carousel-row">
        {projects.map((project, at) => (
          <li key={project.slug}>
            <ProjectCard isSmall={!isMain} isEager={isMain && at < 2} project={project} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Topics({ home, isLoading }: ReturnType<typeof useHome>) {
  if (isLoading) return <div class="topics" />
  if (!home?.topics.length) return null
  return (
    <ul class="bare topics" aria-label={t('home.topics')}>
      {home.topics
        .flatMap((id) => home.tags.find((tag) => tag.id === id) ?? [])
        .map((tag) => (
          <li key={tag.id}>
            <Link class="chip" href={`${paths.projects}?tags=${tag.id}`}>
              {localizedName(tag)}
            </Link>
          </li>
        ))}
    </ul>
  )
}

type Props = { home: Home | undefined; own: AnswerOf<typeof getProjectStatus> | undefined }

export function Sections({ home, own }: Props) {
  const find = ({ projects }: Home['open']) => projects.flatMap((slug) => home!.projects.find((project) => project.slug === slug) ?? [])
  // Teams without a project may apply, but not twice for the same project.
  const hasFreeTeam = (own?.user.assignableTeams.length ?? 0) > 0
  const isFor = ({ slug }: Project) => !hasFreeTeam || own!.projects.every(({ id }) => id !== slug)
  return (
    <>
      {session.value.state !== 'guest' && (
        <div class="home-slot">
          <NextStep />
        </div>
      )}
      {home && (
        <>
          <Section
            isMain
            title={t(hasFreeTeam ? 'home.openForTeam' : 'home.open')}
            projects={find(home.open).filter(isFor)}
            total={home.open.total}
            all={`${paths.projects}?status=open`}
          />
          <Section title={t('projects.new')} projects={find(home.new)} total={home.new.total} all={paths.latest} />
          <Section title={t('projects.active')} projects={find(home.running)} total={home.running.total} all={paths.active} />
          <Section
            title={t('home.announced')}
            projects={find(home.announced)}
            total={home.announced.total}
            all={`${paths.projects}?status=pending`}
          />
        </>
      )}
    </>
  )
}
