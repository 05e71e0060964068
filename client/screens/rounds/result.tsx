import { paths, pathTo } from '#client/routes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Parts } from './choice-list.tsx'
import { r } from './texts.ts'
import { useCurrentProject } from './use-current-project.ts'
import { nameOf } from './use-projects.ts'

/** What the team got, and why. */
export function Result({ round, team, projects }: Parts) {
  const { result, choices, pseudonym } = team
  const project = useCurrentProject(round, team)
  if (result === null) return null
  const { isByHand, summary, lock } = result
  const hasMoved = project !== result.project
  const reasons = choices.filter((choice) => choice.reasons.length > 0)
  return (
    <section class={project === null ? 'card stack result' : 'card stack result is-placed'} aria-labelledby="result">
      <div class="result-head">
        <span class="result-mark">
          <Icon name={project === null ? 'clock' : 'trophy'} />
        </span>
        <div>
          <h2 id="result" dir="auto">
            {project === null ? r('result.none') : r('result.got', { project: nameOf(projects, project) })}
          </h2>
          {hasMoved ? (
            <p class="soft" dir="auto">
              {result.project === null ? r('result.movedFromNone') : r('result.moved', { project: nameOf(projects, result.project) })}
            </p>
          ) : (
            isByHand && (
              <p class="soft" dir="auto">
                {lock ? r('result.byHand.reason', { reason: lock.reason }) : r('result.byHand')}
              </p>
            )
          )}
        </div>
      </div>
      <p dir="auto">{summary}</p>
      {reasons.length > 0 && (
        <details class="result-why">
          <summary>{r('result.why')}</summary>
          <ol class="bare">
            {reasons.map(({ request, rank, project, reasons }) => (
              <li key={request}>
                <strong dir="auto">{r('result.choice', { rank, project: nameOf(projects, project) })}</strong>
                {reasons.map((reason) => (
                  <p key={reason} dir="auto">
                    {reason}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </details>
      )}
      <div class="row">
        {project === null ? (
          <ButtonLink to={`${paths.projects}?status=open`}>{r('result.others')}</ButtonLink>
        ) : (
          <ButtonLink to={pathTo('project', { slug: project })}>{r('result.open')}</ButtonLink>
        )}
        <ButtonLink look="plain" to={`${pathTo('round', { slug: round.slug })}#check`}>
          {r('result.check')}
        </ButtonLink>
      </div>
      <p class="soft result-name">{r('result.pseudonym', { name: pseudonym })}</p>
    </section>
  )
}
