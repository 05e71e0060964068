import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleProject, setFileVisibility } from '#contract/console/project.ts'
import type { File } from '#contract/project.ts'
import { useAct } from '#ui/act/act.ts'
import { Icon } from '#ui/icon.tsx'
import { call } from '#ui/server/api.ts'
import { FileName } from './file-name.tsx'

function Result({ file, team }: { file: File; team: string }) {
  const { act, isBusy } = useAct({ isToast: true })
  const change = (isPublic: boolean) =>
    act(() => call(setFileVisibility, { params: { id: String(file.id) }, body: { isPublic } }), {
      done: t(isPublic ? 'projects.nowPublic' : 'projects.nowPrivate', { name: file.name }),
    })
  return (
    <li class="editor-result">
      <FileName file={file} about={[file.category, team].filter(Boolean).join(' · ')} />
      <label class="choice">
        <input
          type="checkbox"
          checked={file.isPublic}
          disabled={isBusy}
          aria-label={t('projects.isPublicOf', { name: file.name })}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <span>{t('projects.isPublic')}</span>
      </label>
    </li>
  )
}

/** Result files of teams, and whether they are public. */
export function Results({ project }: { project: ConsoleProject }) {
  if (project.resultFiles.length === 0) return null
  const nameOf = (id: number | null) => project.teams.find((team) => team.id === id)?.name ?? ''
  return (
    <section class="card stack">
      <h2>{t('projects.results')}</h2>
      <p class="field-hint">{t('projects.resultsHint')}</p>
      <ul class="rows">
        {project.resultFiles.map((file) => (
          <Result key={file.id} file={file} team={nameOf(file.team)} />
        ))}
      </ul>
    </section>
  )
}

export function Teams({ project }: { project: ConsoleProject }) {
  return (
    <section class="card stack">
      <h2>{t('projects.teams')}</h2>
      {project.teams.length === 0 ? (
        <p class="soft">{t('projects.noTeams')}</p>
      ) : (
        <ul class="rows">
          {project.teams.map(({ id, name, isWorking }) => (
            <li key={id}>
              <Link class="rows-item" href={pathTo('team', { id })}>
                <Icon name="team" size={20} />
                <span>
                  <bdi>{name}</bdi>
                  <small>{t(isWorking ? 'projects.working' : 'projects.worked')}</small>
                </span>
                <Icon name="next" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {project.requestsWaiting > 0 && (
        <Link href={pathTo('requests', {}, { project: project.slug })}>{t('projects.waiting', { count: project.requestsWaiting })}</Link>
      )}
    </section>
  )
}
