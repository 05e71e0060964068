import { goBack } from '#client/go-back.ts'
import { pathTo } from '#client/routes.ts'
import type { RoundDetail } from '#contract/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Example } from './example.tsx'
import { FileNote } from './file-note.tsx'
import { useRound } from './page.tsx'
import { r } from './texts.ts'

const Text = ({ round, round: { slug, rule, mostChoices } }: { round: RoundDetail }) => (
  <article class="stack how">
    <section class="card">
      <h2>{r('how.lists')}</h2>
      <p>{r('how.lists.text', { count: mostChoices })}</p>
    </section>
    <section class="card">
      <h2>{r('how.claims')}</h2>
      <p>{r(`how.claims.${rule}`)}</p>
    </section>
    <section class="card">
      <h2>{r('how.rule')}</h2>
      <p>{r(`how.rule.${rule}`)}</p>
      <h3>{r('how.example')}</h3>
      <Example rule={rule} />
    </section>
    <section class="card">
      <h2>{r('how.lottery')}</h2>
      <ol>
        <li>{r('how.lottery.1')}</li>
        <li>{r('how.lottery.2')}</li>
        <li>{r('how.lottery.3')}</li>
      </ol>
      <h3>{r('how.limits')}</h3>
      <p>{r('how.limits.text')}</p>
    </section>
    <FileNote round={round} />
    <section class="card">
      <h2>{r('how.after')}</h2>
      <p>{r('how.after.text')}</p>
    </section>
    <ButtonLink look="plain" to={`${pathTo('round', { slug })}#check`}>
      {r('how.check')}
    </ButtonLink>
  </article>
)

/** The rule of the round in plain words, with an example in steps. */
export function How({ slug }: { slug: string }) {
  const { round, savedAt, instead } = useRound(slug)
  return (
    <>
      <Title back={{ name: r('round.back'), go: () => goBack(pathTo('round', { slug })) }}>{r('how.title')}</Title>
      <SavedNote savedAt={savedAt} />
      {round ? <Text round={round} /> : instead}
    </>
  )
}
