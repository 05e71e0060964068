import { useState } from 'preact/hooks'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { useWide } from '#console/parts/wide.ts'
import { t } from '#console/texts.ts'
import type { ChoiceMark, ConsoleRound, RoundChoice, RoundTeam } from '#contract/console/round.ts'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { ChoiceList } from './choice-list.tsx'
import { isReviewable } from './labels.tsx'
import { FileNote, type OnChoice } from './marks.tsx'
import { Matrix } from './matrix.tsx'
import { useReview } from './use-review.ts'
import { useTeams } from './use-teams.ts'

const PAGE = 20 // teams; with 200 projects a page has 4,000 cells

type Opened = { team: RoundTeam; choice: RoundChoice; option: ChoiceMark | 'none' | 'lock' | null }

/** Choices of all teams: a table of teams and projects, on a phone a list. */
export function Choices({ round }: { round: ConsoleRound }) {
  const isWide = useWide()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { mark } = useReview(round, { isToast: true, isParallel: true })
  const canReview = isReviewable(round)
  const text = useDebouncedText(typed)
  const { answer, error, retry } = useTeams(round, { text, has: 'choices', page: String(page), pageSize: String(PAGE) })
  const onChoice: OnChoice = (team, choice, what) => {
    const isLockedHere = team.lock?.project === choice.project
    if (what === 'open' || !canReview) return setOpened({ team, choice, option: null })
    if (what === 'unsuitable' || what === 'lock' || isLockedHere) return setOpened({ team, choice, option: what })
    const next = what === 'none' ? null : what
    if (next !== choice.mark) void mark(team, choice, next)
  }
  const List = isWide ? Matrix : ChoiceList
  return (
    <section class="card stack" aria-labelledby="choices">
      <h2 id="choices">{t('rounds.choices')}</h2>
      {round.figures.choices === 0 ? (
        <Empty icon="users" title={t('rounds.choices.none')}>
          {round.state === 'announced' || round.state === 'open' ? t('rounds.choices.none.text') : null}
        </Empty>
      ) : (
        <>
          <p class="soft">{t(canReview && isWide ? 'rounds.choices.hint' : 'rounds.choices.hint.readOnly')}</p>
          {canReview && <FileNote round={round} />}
          <input
            type="search"
            class="search"
            aria-label={t('rounds.choices.find')}
            placeholder={t('rounds.choices.find')}
            value={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setPage(1)
            }}
          />
          {error ? (
            <PageProblem error={error} onRetry={retry} />
          ) : !answer ? (
            <Loading lines={6} />
          ) : answer.total === 0 ? (
            <p role="status">{t('rounds.choices.notFound')}</p>
          ) : (
            <List round={round} teams={answer.teams} onChoice={onChoice} />
          )}
          {answer && <Pager {...answer} name={t('rounds.choices')} onPage={setPage} />}
        </>
      )}
      <ChoiceDialog round={round} opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}
