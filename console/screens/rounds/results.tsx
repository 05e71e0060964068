import { t } from '#console/texts/index.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { serverConfig } from '#ui/server-config.ts'
import { ResultFigures } from './draft.tsx'

/** Figures of published results. */
export const Results = ({ round: { slug, figures } }: { round: ConsoleRound }) => (
  <section class="card stack" aria-labelledby="results">
    <h2 id="results">{t('rounds.results')}</h2>
    <ResultFigures placed={figures.placed ?? 0} unplaced={figures.unplaced ?? 0} byRank={figures.byRank ?? []} />
    <p>
      {t('rounds.results.check')}{' '}
      <a href={`${serverConfig.api}/round/${slug}/bundle.json`} download={`${slug}.json`}>
        {t('rounds.results.bundle')}
      </a>
    </p>
  </section>
)
