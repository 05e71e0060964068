import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type ConsoleRound, LONGEST_LOCK_REASON } from '#contract/console/round.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { useDebouncedText } from '#ui/form/debounced-text.ts'
import { Field, faultsOf, Select } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { isLookedAt } from './labels.tsx'
import { FileNote } from './marks.tsx'
import { useReview } from './use-review.ts'

type Team = { team: number; name: string }

const MOST_FOUND = '6'

function TeamChoice({ team, onChoose }: { team: Team | null; onChoose(team: Team | null): void }) {
  const [typed, setTyped] = useState('')
  const text = useDebouncedText(typed)
  const query = { text, pageSize: MOST_FOUND }
  const found = useLast(useCall(listConsoleTeams, { query }, { isPrivate: true, isSaved: false, isOn: team === null }).answer)?.teams
  if (team)
    return (
      <p class="spread">
        <strong dir="auto">{team.name}</strong>
        <Button look="plain" onClick={() => onChoose(null)}>
          {t('announcements.project.change')}
        </Button>
      </p>
    )
  return (
    <>
      <Field
        label={t('rounds.lock.find')}
        type="search"
        autocomplete="off"
        maxLength={200}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found?.length === 0 && <p role="status">{t('rounds.choices.notFound')}</p>}
      <ul class="bare row" aria-label={t('rounds.choices.team')}>
        {found?.map(({ id, name }) => (
          <li key={id}>
            <Button look="soft" onClick={() => onChoose({ team: id, name })}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Puts any team into a project of the round, with or without a choice. */
export function LockDialog({ round, isOpen, onClose }: { round: ConsoleRound; isOpen: boolean; onClose(): void }) {
  const { lock, isBusy, error, clear } = useReview(round, { hasText: true })
  const [team, setTeam] = useState<Team | null>(null)
  const [project, setProject] = useState('')
  const [reason, setReason] = useState('')
  useEffect(() => {
    if (!isOpen) return
    clear()
    setTeam(null)
    setProject('')
    setReason('')
  }, [isOpen])
  const faults = faultsOf(error, { text_required: 'reason', no_free_place: 'project', project_not_in_round: 'project' })
  const save = async () => {
    if (team && (await lock(team, project, reason.trim()))) onClose()
  }
  return (
    <FormDialog
      title={t('rounds.lock.team')}
      isOpen={isOpen}
      onClose={onClose}
      hasCancel
      submit={t('rounds.lock.save')}
      button={{ disabled: team === null }}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
    >
      <p class="soft">{t('rounds.lock.hint')}</p>
      <TeamChoice team={team} onChoose={setTeam} />
      <Select
        label={t('rounds.lock.project')}
        required
        value={project}
        fault={faults.project}
        onChange={({ currentTarget }) => setProject(currentTarget.value)}
      >
        <option value="">{t('choose')}</option>
        {round.projects.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label={t('rounds.lock.reason')}
        hint={t('rounds.lock.reason.hint')}
        dir="auto"
        required
        maxLength={LONGEST_LOCK_REASON}
        autocomplete="off"
        value={reason}
        fault={faults.reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ErrorMessage of={faults['']} />
      <FileNote round={round} />
      {isLookedAt(round) && <p class="round-warning">{t('rounds.mark.afterLook')}</p>}
    </FormDialog>
  )
}
