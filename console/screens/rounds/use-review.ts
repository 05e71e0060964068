import { t } from '#console/texts.ts'
import { type ChoiceMark, type ConsoleRound, getConsoleRound, lockTeam, markChoices, type RoundTeam } from '#contract/console/round.ts'
import { useAct } from '#ui/act/act.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer } from '#ui/server/if-match.ts'
import { at, projectNamesOf } from './labels.tsx'
import { refreshTeams } from './use-teams.ts'

type Team = Pick<RoundTeam, 'team' | 'name'>
type Choice = { request: number; project: string }

/** Marks and locks; the page shows the answer immediately. */
export function useReview(round: ConsoleRound, options?: Parameters<typeof useAct>[0]) {
  const { act, isBusy, error, clear } = useAct(options)
  const projectName = projectNamesOf(round)
  const cached = async (answer: ConsoleRound): Promise<ConsoleRound> => {
    cacheAnswer(getConsoleRound, at(round), answer)
    await refreshTeams()
    return answer
  }
  const mark = (team: Team, { request, project }: Choice, mark: ChoiceMark | null, reason: number | null = null) =>
    act(async () => cached(await call(markChoices, { ...at(round), body: { marks: [{ request, mark, reason }] } })), {
      done: t(`rounds.mark.saved.${mark ?? 'none'}`, { team: team.name, project: projectName(project) }),
    })
  const lock = (team: Team, project: string | null, reason: string | null = null) =>
    act(async () => cached(await call(lockTeam, { ...at(round), body: { team: team.team, project, reason } })), {
      done:
        project === null
          ? t('rounds.lock.removed', { team: team.name })
          : t('rounds.lock.saved', { team: team.name, project: projectName(project) }),
    })
  return { mark, lock, isBusy, error, clear }
}
