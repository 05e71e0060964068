import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { saveBlob } from '#ui/file/stored-file.ts'
import { download } from '#ui/server/api.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { ResultFigures } from './draft.tsx'

/** Figures of published results. */
export function Results({ round: { slug, figures, bundleFor } }: { round: ConsoleRound }) {
  const { act, isBusy } = useAct({ isToast: true })
  // By fetch: a plain link would not send the access token.
  const save = () => act(async () => saveBlob(await download(`${serverConfig.api}/round/${slug}/bundle.json`), `${slug}.json`))
  return (
    <section class="card stack" aria-labelledby="results">
      <h2 id="results">{t('rounds.results')}</h2>
      <ResultFigures placed={figures.placed ?? 0} unplaced={figures.unplaced ?? 0} byRank={figures.byRank ?? []} />
      <p>{t(`rounds.results.check.${bundleFor}`)}</p>
      <div class="row">
        <Button look="plain" isBusy={isBusy} onClick={() => void save()}>
          {t('rounds.results.bundle')}
        </Button>
      </div>
    </section>
  )
}
