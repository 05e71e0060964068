import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound, RoundTeam } from '#contract/console/round.ts'
import { projectNamesOf } from './labels.tsx'
import { MarkIcon, markText, type OnChoice, TeamNotes } from './marks.tsx'

/** The choices of each team in its order, for narrow screens. */
export function ChoiceList({ round, teams, onChoice }: { round: ConsoleRound; teams: RoundTeam[]; onChoice: OnChoice }) {
  const projectName = projectNamesOf(round)
  return (
    <ul class="bare stack">
      {teams.map((team) => (
        <li key={team.team} class="choice-team">
          <h3 class="row">
            <Link href={pathTo('team', { id: team.team })} dir="auto">
              {team.name}
            </Link>
            <TeamNotes team={team} />
          </h3>
          <ol class="bare">
            {team.choices.map((choice) => {
              const isLocked = team.lock?.project === choice.project
              const mark = markText(choice, isLocked)
              return (
                <li key={choice.request}>
                  <button type="button" class="choice-row" onClick={() => onChoice(team, choice, 'open')}>
                    <span class={`matrix-choice rank-${Math.min(choice.rank, 5)} ${choice.mark ?? ''}`}>
                      {choice.rank}
                      <MarkIcon choice={choice} isLocked={isLocked} />
                    </span>
                    <span class="choice-name">
                      <bdi>{projectName(choice.project)}</bdi>
                      {mark && <small class="soft">{mark}</small>}
                    </span>
                  </button>
                </li>
              )
            })}
          </ol>
          {team.lock && !team.choices.some(({ project }) => project === team.lock?.project) && (
            <p class="soft">
              {t('rounds.mark.locked')}: <bdi>{projectName(team.lock.project)}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
