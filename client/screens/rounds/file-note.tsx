import type { RoundDetail } from '#contract/round.ts'
import { r } from './texts.ts'

/** What the file of the results tells about a team, and whom: said before it chooses. */
export const FileNote = ({ round: { bundleFor } }: { round: RoundDetail }) => (
  <section class="card stack file-note" aria-labelledby="file-note">
    <h2 id="file-note">{r('file.title')}</h2>
    <p>{r('file.text')}</p>
    <p>{r(`file.readers.${bundleFor}`)}</p>
  </section>
)
