import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { Guest } from '#client/parts/guest.tsx'
import { paths, pathTo } from '#client/routes.ts'
import type { RoundDetail, TeamChoices } from '#contract/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { ChoiceList } from './choice-list.tsx'
import { Countdown } from './countdown.tsx'
import { Exchanges } from './exchanges.tsx'
import { StateBadge } from './list.tsx'
import { Offers } from './offers.tsx'
import { useRound } from './page.tsx'
import { Result } from './result.tsx'
import { r } from './texts.ts'
import { type ChoicesQuery, useChoices } from './use-choices.ts'
import { useCurrentProject } from './use-current-project.ts'
import { useProjects } from './use-projects.ts'
import { Waitlist } from './waitlist.tsx'
import { Wishes } from './wishes.tsx'

/** Several teams: the person picks one. Teams that are asked something come first, then those that take part. */
function TeamPicker({ teams, team, onPick }: { teams: TeamChoices[]; team: TeamChoices; onPick(id: number): void }) {
  if (teams.length < 2) return <h2 dir="auto">{team.name}</h2>
  return (
    <div class="field">
      <label for="round-team">{r('choices.team')}</label>
      <select id="round-team" value={team.team} onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}>
        {teams.map(({ team: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

const takesPart = ({ choices, result, isAdministrator, offers, exchanges }: TeamChoices): number =>
  Number(offers.length + exchanges.length > 0) * 4 + Number(choices.length > 0 || result !== null) * 2 + Number(isAdministrator)

function Team({ round, team, query }: { round: RoundDetail; team: TeamChoices; query: ChoicesQuery }) {
  const { choices, wishes, exchanges, result } = team
  const current = useCurrentProject(round, team)
  const slugs = [...choices.map(({ project }) => project), ...wishes, ...exchanges.flatMap(({ gives, gets }) => [gives, gets])]
  const projects = useProjects([...new Set([...slugs, result?.project, current].filter((slug) => slug != null))])
  const parts = { round, team, projects, query }
  if (result === null) return <ChoiceList {...parts} />
  return (
    <>
      <Offers {...parts} />
      <Exchanges {...parts} />
      <Result {...parts} />
      <Waitlist {...parts} />
      {round.state === 'published' && <Wishes {...parts} />}
    </>
  )
}

function Own({ round }: { round: RoundDetail }) {
  const query = useChoices(round.slug)
  const [picked, setPicked] = useState<number | null>(null)
  const { versioned, savedAt, error, retry } = query
  if (!versioned) return error ? <Failed error={error} onRetry={retry} /> : <Loading lines={6} />
  const teams = versioned.answer.teams.toSorted((a, b) => takesPart(b) - takesPart(a))
  const team = teams.find(({ team }) => team === picked) ?? teams[0]
  if (!team)
    return (
      <Empty icon="team" title={r('choices.noTeam')} action={<ButtonLink to={paths.my}>{r('choices.toMine')}</ButtonLink>}>
        {r('choices.noTeam.text')}
      </Empty>
    )
  return (
    <div class="stack">
      <SavedNote savedAt={savedAt} />
      <TeamPicker teams={teams} team={team} onPick={setPicked} />
      <Team key={team.team} round={round} team={team} query={query} />
    </div>
  )
}

/** What a team chose in a round; after the results what it got and what it can still do. */
export function Choices({ slug }: { slug: string }) {
  const { round, instead } = useRound(slug)
  return (
    <>
      <Title back={{ name: r('round.back'), go: () => goBack(pathTo('round', { slug })) }}>
        {r(round?.publishedAt ? 'round.result' : 'choices.title')}
      </Title>
      {round ? (
        <div class="stack choices">
          <p class="row">
            <Link href={pathTo('round', { slug })} class="round-link" dir="auto">
              {round.name}
            </Link>
            <StateBadge state={round.state} />
            {round.state === 'open' && <Countdown until={round.closesAt} text="left.closes" hasTime onEnd={() => void refreshAll()} />}
            {round.state === 'announced' && <Countdown until={round.opensAt} text="left.opens" hasTime onEnd={() => void refreshAll()} />}
          </p>
          {session.value.state === 'guest' ? <Guest /> : <Own round={round} />}
        </div>
      ) : (
        instead
      )}
    </>
  )
}
