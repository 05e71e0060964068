import { Pairs } from '#console/parts/pairs.tsx'
import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { count, moment } from '#ui/time/format.ts'
import { placesText, windowText } from './labels.tsx'

/** What was changed since the round was announced; changes after a look at the result are marked. */
export const Changes = ({ round: { changes } }: { round: ConsoleRound }) => (
  <section class="card stack" aria-labelledby="changes">
    <h2 id="changes">{t('rounds.changes')}</h2>
    {changes.length === 0 ? (
      <p class="soft">{t('rounds.changes.none')}</p>
    ) : (
      <ul class="bare stack">
        {changes.map(({ at, what, by, isPublic, isAfterLook }, index) => (
          <li key={index} class="round-change">
            <span dir="auto">{what}</span>
            <small class="soft">
              {by && <bdi>{by}, </bdi>}
              <time dateTime={at}>{moment(at)}</time>
            </small>
            {(isPublic || isAfterLook) && (
              <span class="row">
                {isAfterLook && <span class="badge badge-pending">{t('rounds.changes.afterLook')}</span>}
                {isPublic && <span class="badge">{t('rounds.changes.public')}</span>}
              </span>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)

export const Hash = ({ value }: { value: string }) => <code class="round-hash">{value}</code>

export function Details({ round }: { round: ConsoleRound }) {
  const { slug, mode, rule, mostChoices, bundleFor, figures, seedHash, choicesDigest } = round
  const rows: Parameters<typeof Pairs>[0]['rows'] = [
    [t('rounds.address'), `/round/${slug}`],
    [t('rounds.column.window'), windowText(round)],
    [t('rounds.mode'), t(`rounds.mode.${mode}`)],
  ]
  if (mode === 'ranked')
    rows.push(
      [t('rounds.rule'), t(`rounds.rule.${rule}`)],
      [t('rounds.mostChoices'), count(mostChoices)],
      [t('rounds.bundleFor'), t(`rounds.bundleFor.${bundleFor}`)],
      [t('rounds.figures.teams'), count(figures.teams)],
      [t('rounds.figures.choices'), count(figures.choices)],
      [t('rounds.figures.places'), placesText(figures.places)],
    )
  if (seedHash) rows.push([t('rounds.seedHash'), <Hash key="seed" value={seedHash} />])
  if (choicesDigest) rows.push([t('rounds.choicesDigest'), <Hash key="choices" value={choicesDigest} />])
  return (
    <section class="card stack round-details" aria-labelledby="details">
      <h2 id="details">{t('rounds.details')}</h2>
      <Pairs rows={rows} />
      {seedHash && <p class="field-hint">{t('rounds.howItWorks')}</p>}
    </section>
  )
}
