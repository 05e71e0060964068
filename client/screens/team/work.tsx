import { tagNamesOf } from '#client/cached-projects.ts'
import { OFFLINE } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { getProject, type ProjectDetail } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { CoverPicker } from '#ui/cover/cover-picker.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { list } from '#ui/time/format.ts'
import { useJump } from './jump.ts'
import { Links } from './links.tsx'
import { Results } from './results.tsx'

/** For admins of the working team, where a curator allows it. */
const TeamCover = ({ project, tags }: { project: ProjectDetail; tags: Tag[] }) => (
  <section aria-labelledby="cover">
    <h2 id="cover" tabIndex={-1}>
      {t('cover.title')}
    </h2>
    <div class="card stack">
      <CoverPicker
        t={t}
        slug={project.slug}
        cover={project.cover}
        visible={project.cover}
        tags={tagNamesOf(project, tags)}
        offlineId={OFFLINE}
      />
    </div>
  </section>
)

type Props = { slug: string; team: number; mayChange: boolean; administrators: string[] }

const isHidden = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === 'project_not_found'

/** Results, links and the cover of the team's project. */
export function Work({ slug, team, mayChange, administrators }: Props) {
  const { answer, isLoading, error, retry } = useCall(getProject, { params: { slug } }, { isPrivate: true })
  useJump(!isLoading)
  if (answer)
    return (
      <>
        {!mayChange && (
          <p class="soft">
            {administrators.length > 0 ? t('team.onlyAdministrators', { names: list(administrators) }) : t('team.noAdministrator')}
          </p>
        )}
        <Results project={answer.project} team={team} mayChange={mayChange} />
        <Links project={answer.project} mayChange={mayChange} />
        {mayChange && answer.project.teamMayChangeCover && <TeamCover project={answer.project} tags={answer.tags} />}
      </>
    )
  if (isLoading) return <Loading lines={4} />
  return isHidden(error) ? <p class="soft">{t('team.hidden')}</p> : <Failed error={error} onRetry={retry} />
}
