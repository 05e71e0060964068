import { useState } from 'preact/hooks'
import { useWide } from '#console/parts/wide.ts'
import { t } from '#console/texts/index.ts'
import type { ChoiceMark, ConsoleRound, RoundChoice, RoundTeam } from '#contract/console/round.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { Empty } from '#ui/states.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { ChoiceList } from './choice-list.tsx'
import { isReviewable } from './labels.tsx'
import type { OnChoice } from './marks.tsx'
import { Matrix } from './matrix.tsx'
import { useReview } from './use-review.ts'

const PAGE = 50 // teams; with 200 projects a page has 10,000 cells

type Opened = { team: RoundTeam; choice: RoundChoice; option: ChoiceMark | 'none' | 'lock' | null }

/** Choices of all teams: a table of teams and projects, on a phone a list. */
export function Choices({ round }: { round: ConsoleRound }) {
  const isWide = useWide()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { mark } = useReview(round)
  const canReview = isReviewable(round)
  const text = typed.trim().toLowerCase()
  const found = round.teams.filter(({ name, choices }) => choices.length > 0 && name.toLowerCase().includes(text))
  const first = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE) - 1)) * PAGE
  const teams = found.slice(first, first + PAGE)
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
          <input
            type="search"
            class="search"
            aria-label={t('rounds.choices.find')}
            placeholder={t('rounds.choices.find')}
            value={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setPage(0)
            }}
          />
          {teams.length === 0 ? (
            <p role="status">{t('rounds.choices.notFound')}</p>
          ) : (
            <List round={round} teams={teams} onChoice={onChoice} />
          )}
          {found.length > PAGE && (
            <nav class="pager" aria-label={t('rounds.choices')}>
              <Button look="plain" disabled={first === 0} onClick={() => setPage(first / PAGE - 1)}>
                {t('rounds.choices.back')}
              </Button>
              <span>
                {t('rounds.choices.showing', { from: count(first + 1), to: count(first + teams.length), total: count(found.length) })}
              </span>
              <Button look="plain" disabled={first + PAGE >= found.length} onClick={() => setPage(first / PAGE + 1)}>
                {t('rounds.choices.more')}
              </Button>
            </nav>
          )}
        </>
      )}
      <ChoiceDialog round={round} opened={opened} onClose={() => setOpened(null)} />
    </section>
  )
}
