import { Route, Switch } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { getRound, listChoices } from '#contract/round.ts'
import { queries } from '#ui/server/query.ts'
import { language } from '#ui/settings.ts'
import { NotFound } from './not-found.tsx'
import { Choices } from './rounds/choices.tsx'
import { How } from './rounds/how.tsx'
import { RoundList } from './rounds/list.tsx'
import { RoundPage } from './rounds/page.tsx'
import { ready } from './rounds/texts.ts'
import './rounds/rounds.css'

const Screens = () => (
  <Switch>
    <Route path={paths.rounds} component={RoundList} />
    <Route path={paths.choices}>{({ slug }) => <Choices key={slug} slug={slug} />}</Route>
    <Route path={paths.howRounds}>{({ slug }) => <How key={slug} slug={slug} />}</Route>
    <Route path={paths.round}>{({ slug }) => <RoundPage key={slug} slug={slug} />}</Route>
    <Route component={NotFound} />
  </Switch>
)

// The answers have texts in the language of the caller.
language.subscribe(() => {
  for (const id of [getRound.id, listChoices.id, 'choices']) void queries.invalidateQueries({ queryKey: [id] })
})

/** The screens of rounds, in one chunk, with their texts. */
export async function loadRounds() {
  await ready()
  return Screens
}
