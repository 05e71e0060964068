import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ChoiceMark, ConsoleRound } from '#contract/console/round.ts'
import type { RoundForecast } from '#contract/console/round-placing.ts'
import { type PlacementRule, placementRules } from '#contract/round.ts'
import { Form } from '#ui/act/form.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field, Select } from '#ui/form/field.tsx'
import { Comparison } from './comparison.tsx'
import { projectNamesOf } from './labels.tsx'
import { type TrialChanges, trialLines } from './trial.ts'
import { useTeams } from './use-teams.ts'

type Props = {
  round: ConsoleRound
  changes: TrialChanges
  before: RoundForecast
  after: RoundForecast | null
  isBusy: boolean
  onChange(changes: TrialChanges): void
  onRun(): void
}
type FormProps = Pick<Props, 'round' | 'changes' | 'onChange'>

const MOST_PLACES = 1000

function PlacesForm({ round, changes, onChange }: FormProps) {
  const [project, setProject] = useState('')
  const [places, setPlaces] = useState('')
  const choose = (slug: string) => {
    setProject(slug)
    setPlaces(String(changes.places[slug] ?? round.projects.find((one) => one.slug === slug)?.places ?? ''))
  }
  return (
    <Form
      class="try-form"
      onSubmit={() => {
        onChange({ ...changes, places: { ...changes.places, [project]: Number(places) } })
        choose('')
      }}
    >
      <Select label={t('rounds.try.places')} required value={project} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{t('choose')}</option>
        {round.projects
          .filter(({ isPublished }) => isPublished)
          .map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
      </Select>
      <Field
        label={t('rounds.try.number')}
        type="number"
        required
        min={0}
        max={MOST_PLACES}
        value={places}
        onInput={({ currentTarget }) => setPlaces(currentTarget.value)}
      />
      <Button type="submit" look="soft" disabled={project === ''}>
        {t('rounds.try.add')}
      </Button>
    </Form>
  )
}

function MarkForm({ round, changes, onChange }: FormProps) {
  const [team, setTeam] = useState('')
  const [request, setRequest] = useState('')
  const [mark, setMark] = useState<ChoiceMark | 'none'>('preferred')
  const projectName = projectNamesOf(round)
  const [typed, setTyped] = useState('')
  const found = useTeams(round, { has: 'choices', text: useDebouncedText(typed), pageSize: '50' }).answer
  const [isMany, setIsMany] = useState(false)
  if (found && found.total > found.pageSize && !isMany) setIsMany(true)
  const chosen = found?.teams.find((one) => String(one.team) === team)
  const choices = chosen?.choices ?? []
  return (
    <Form
      class="try-form"
      onSubmit={() => {
        const project = choices.find((choice) => String(choice.request) === request)!.project
        const tried = { mark: mark === 'none' ? null : mark, team: chosen!.name, project }
        onChange({ ...changes, marks: { ...changes.marks, [Number(request)]: tried } })
        setRequest('')
      }}
    >
      {isMany && (
        <Field
          label={t('rounds.choices.find')}
          type="search"
          autocomplete="off"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Select
        label={t('rounds.try.team')}
        required
        value={team}
        onChange={({ currentTarget }) => {
          setTeam(currentTarget.value)
          setRequest('')
        }}
      >
        <option value="">{t('choose')}</option>
        {found?.teams.map((one) => (
          <option key={one.team} value={one.team}>
            {one.name}
          </option>
        ))}
      </Select>
      <Select label={t('rounds.try.choice')} required value={request} onChange={({ currentTarget }) => setRequest(currentTarget.value)}>
        <option value="">{t('choose')}</option>
        {choices.map((choice) => (
          <option key={choice.request} value={choice.request}>
            {choice.rank}. {projectName(choice.project)}
          </option>
        ))}
      </Select>
      <Select label={t('rounds.mark')} value={mark} onChange={({ currentTarget }) => setMark(currentTarget.value as ChoiceMark | 'none')}>
        {(['preferred', 'none', 'unsuitable'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`rounds.mark.${value}`)}
          </option>
        ))}
      </Select>
      <Button type="submit" look="soft" disabled={request === ''}>
        {t('rounds.try.add')}
      </Button>
    </Form>
  )
}

/** Changes on a copy, compared with the round as it is. */
export function Try({ round, changes, before, after, isBusy, onChange, onRun }: Props) {
  const lines = trialLines(round, changes)
  return (
    <section class="round-try stack" aria-labelledby="try">
      <div>
        <h3 id="try">{t('rounds.try')}</h3>
        <p class="soft">{t('rounds.try.text')}</p>
      </div>
      <div class="try-form">
        <Select
          label={t('rounds.try.rule')}
          value={changes.rule ?? round.rule}
          onChange={({ currentTarget }) => {
            const rule = currentTarget.value as PlacementRule
            onChange({ ...changes, rule: rule === round.rule ? null : rule })
          }}
        >
          {placementRules.map((rule) => (
            <option key={rule} value={rule}>
              {t(`rounds.rule.${rule}`)}
            </option>
          ))}
        </Select>
      </div>
      <PlacesForm {...{ round, changes, onChange }} />
      <MarkForm {...{ round, changes, onChange }} />
      <div>
        <h4>{t('rounds.try.changes')}</h4>
        {lines.length === 0 ? (
          <p class="soft">{t('rounds.try.none')}</p>
        ) : (
          <ul class="bare">
            {lines.map(({ key, text, rest }) => (
              <li key={key} class="spread">
                <span dir="auto">{text}</span>
                <IconButton icon="close" name={t('rounds.try.remove', { what: text })} onClick={() => onChange(rest)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="row">
        <Button isBusy={isBusy} disabled={lines.length === 0} onClick={onRun}>
          {t('rounds.try.run')}
        </Button>
      </div>
      {after && <Comparison before={before} after={after} />}
    </section>
  )
}
