import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getPerson, mergePeople, previewMerge } from '#contract/console/person.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { AccessBadge } from './person/badges.tsx'
import { Facts, TeamLinks } from './person/facts.tsx'
import { Losses, Moves } from './person/merging.tsx'
import { PersonTrouble } from './person/trouble.tsx'
import './person/person.css'

type Preview = AnswerOf<typeof previewMerge>

function Side({ person: { id, name, access, teams }, isGoing }: { person: Preview['from']; isGoing: boolean }) {
  const { answer } = useCall(getPerson, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  return (
    <section class={`card stack side ${isGoing ? 'side-goes' : 'side-stays'}`} aria-labelledby={`side-${id}`}>
      <p class="row">
        <span class={`badge ${isGoing ? 'badge-declined' : 'badge-approved'}`}>
          {t(isGoing ? 'people.merge.goes' : 'people.merge.stays')}
        </span>
        <AccessBadge access={access} />
      </p>
      <h2 id={`side-${id}`} dir="auto">
        {name}
      </h2>
      <p class="soft">{t(isGoing ? 'people.merge.goes.text' : 'people.merge.stays.text')}</p>
      {answer ? <Facts person={answer} /> : <Loading lines={5} />}
      <h3>{t('people.teams')}</h3>
      <TeamLinks teams={teams} />
    </section>
  )
}

function MergeForm({ preview }: { preview: Preview }) {
  const { from, into } = preview
  const [, go] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy, error } = useAct()
  const names = { from: from.name, into: into.name }
  const yes = t('people.merge.yes', names)
  const merge = () =>
    act(
      async () => {
        await call(mergePeople, { params: { id: String(from.id) }, body: { into: into.id } })
        go(pathTo('person', { id: into.id }), { replace: true }) // before the refresh: one of the two no longer exists
      },
      { done: t('people.merged', names) },
    )
  return (
    <div class="stack">
      <div class="row">
        <ButtonLink look="plain" icon="refresh" to={pathTo('merge', { id: into.id, into: from.id })}>
          {t('people.merge.switch')}
        </ButtonLink>
      </div>
      <div class="columns columns-2">
        <Side key={from.id} person={from} isGoing />
        <Side key={into.id} person={into} isGoing={false} />
        <Moves preview={preview} />
        <Losses preview={preview} />
      </div>
      <div class="row">
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {yes}
        </Button>
      </div>
      <Confirm
        title={t('people.merge.ask')}
        isOpen={isAsking}
        isBusy={isBusy}
        error={error}
        yes={yes}
        isDangerous
        onYes={() => void merge()}
        onClose={() => setIsAsking(false)}
      >
        <p dir="auto">{t('people.merge.ask.text', { ...names, fromLogin: from.login, intoLogin: into.login })}</p>
      </Confirm>
    </div>
  )
}

export function Merge({ id, into }: { id: number; into: number }) {
  const params = { id: String(id), into: String(into) }
  const { answer, error, retry } = useCall(previewMerge, { params }, { isPrivate: true, isSaved: false })
  const [, go] = useLocation()
  return (
    <>
      <Title back={{ name: t('back'), go: () => go(pathTo('person', { id: into })) }}>{t('people.merge.title')}</Title>
      {error ? <PersonTrouble error={error} onRetry={retry} /> : answer ? <MergeForm preview={answer} /> : <Loading lines={8} />}
    </>
  )
}
