import { t } from '#console/texts.ts'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { Button, IconButton } from '#ui/button.tsx'
import type { ImportState } from './state.ts'

// What the curator decides for many rows at once.

type Props = { state: ImportState; report: ImportReport }

/** "Did you mean": tags and roles that do not exist. */
export function UnknownTerms({ state, report: { unknownTerms } }: Props) {
  if (unknownTerms.length === 0) return null
  const decide = (all: typeof unknownTerms, useOf: (term: (typeof unknownTerms)[number]) => string | null) =>
    void state.decideTerms(all.map((term) => ({ kind: term.kind, text: term.text, use: useOf(term) })))
  const similar = unknownTerms.filter(({ suggestions }) => suggestions.length > 0)
  return (
    <section class="import-question stack" aria-labelledby="unknown-terms">
      <h4 id="unknown-terms">{t('importing.unknownTerms', { count: unknownTerms.length })}</h4>
      <ul>
        {unknownTerms.map((term) => (
          <li key={`${term.kind} ${term.text}`}>
            <span>
              <strong dir="auto">{term.text}</strong>{' '}
              <span class="soft">
                {t(`importing.term.${term.kind}`)}, {t('importing.inRows', { count: term.rows })}
              </span>
            </span>
            <span class="row">
              {term.suggestions.map((name, at) => (
                <Button key={name} look={at === 0 ? 'main' : 'plain'} onClick={() => decide([term], () => name)}>
                  {t('importing.use', { name })}
                </Button>
              ))}
              <Button look="plain" onClick={() => decide([term], () => null)} aria-label={t('importing.createNamed', { name: term.text })}>
                {t('importing.create')}
              </Button>
              <Button look="plain" onClick={() => decide([term], () => '')} aria-label={t('importing.leaveOutNamed', { name: term.text })}>
                {t('importing.leaveOut')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {unknownTerms.length > 1 && (
        <div class="row">
          {similar.length > 1 && (
            <Button onClick={() => decide(similar, ({ suggestions }) => suggestions[0]!)}>
              {t('importing.useAll', { count: similar.length })}
            </Button>
          )}
          <Button look="plain" onClick={() => decide(unknownTerms, () => null)}>
            {t('importing.createAll', { count: unknownTerms.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** People of a team sheet who have no account. */
export function MissingPeople({ state, report: { missingPeople } }: Props) {
  if (missingPeople === 0) return null
  return (
    <section class="import-question" aria-label={t('importing.people')}>
      <p>{t(state.isInviting ? 'importing.invited' : 'importing.missingPeople', { count: missingPeople })}</p>
      <Button look={state.isInviting ? 'plain' : 'main'} onClick={() => void state.invite(!state.isInviting)}>
        {t(state.isInviting ? 'importing.doNotInvite' : 'importing.invite', { count: missingPeople })}
      </Button>
    </section>
  )
}

/** Rows like "ИТОГО", which are skipped unless they are meant. */
export function TotalRows({ state, report: { totalRows } }: Props) {
  if (totalRows.length === 0) return null
  const rows = totalRows.slice(0, 5).join(', ') + (totalRows.length > 5 ? ', …' : '')
  const count = totalRows.length
  return (
    <section class="import-question" aria-label={t('importing.totals')}>
      <p>{t(state.isImportingTotals ? 'importing.totalsKept' : 'importing.totalsSkipped', { count, rows })}</p>
      <Button look="plain" onClick={() => void state.importTotals(!state.isImportingTotals)}>
        {t(state.isImportingTotals ? 'importing.skipTotals' : 'importing.importTotals', { count })}
      </Button>
    </section>
  )
}

export type SameValue = { column: number; from: string; text: string; rows: number[] }

/** After a correction: other rows with the same value in the column. */
export const SameValues = ({ same, onApply, onDismiss }: { same: SameValue; onApply(): void; onDismiss(): void }) => (
  <div class="import-question import-same" role="status">
    <p>{t('importing.same', { count: same.rows.length, from: same.from.slice(0, 80) })}</p>
    <Button onClick={onApply}>{t('importing.sameApply')}</Button>
    <IconButton icon="close" name={t('importing.sameDismiss')} onClick={onDismiss} />
  </div>
)
