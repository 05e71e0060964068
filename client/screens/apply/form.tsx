import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { type Draft, prepare } from '#client/drafts.ts'
import { PickedFiles } from '#client/parts/picked-files.tsx'
import { pathTo } from '#client/routes.ts'
import { useRoundOf } from '#client/screens/project/round-chip.tsx'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { createRequest } from '#contract/request.ts'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Choices, faultsOf, TextArea } from '#ui/form/field.tsx'
import { Unreachable } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { reasonOf } from '#ui/states.tsx'
import { Review } from './review.tsx'
import { useSending } from './use-sending.ts'
import { isBlank, type TeamChoice, useWriting } from './use-writing.ts'

const ErrorNote = ({ title, detail }: { title: string; detail: string }) => (
  <div class="error-note" role="alert">
    <strong>{title}</strong>
    {detail && <p>{detail}</p>}
  </div>
)

export const MOST_CHARACTERS = 5000
export const aboutFiles = {
  file_too_large: 'files',
  too_many_files: 'files',
  file_type_refused: 'files',
  file_empty: 'files',
  quota_exceeded: 'files',
}

type Props = { project: Project; teams: TeamChoice[]; saved: Draft | null; onWrite(): void }

/** What the file of the results will tell about this choice; nothing for an ordinary application. */
function ChoiceNote({ project }: Pick<Props, 'project'>) {
  const round = useRoundOf(project.round)
  if (round?.mode !== 'ranked' || round.state !== 'open') return null
  return (
    <p class="soft">
      {t('apply.choice')} <Link href={pathTo('round', { slug: round.slug })}>{t('apply.choice.more')}</Link>
    </p>
  )
}

export function ApplyForm({ project, teams: offered, saved, onWrite }: Props) {
  const [teams] = useState(offered)
  const { draft, change, save, discard } = useWriting(project, teams, saved)
  const { share, failure, send, stop, clearFailure } = useSending()
  const faults = faultsOf(failure?.error, aboutFiles)
  const isFieldError = faults.files !== undefined || faults.message !== undefined
  const isSending = share !== null
  const isOffline = !isOnline.value
  const write = (part: Partial<Draft>) => {
    onWrite()
    clearFailure()
    change(part)
  }
  const submit = async () => {
    if (isSending) return
    onWrite()
    await save()
    await (isOffline ? prepare(draft) : send(draft))
  }
  return (
    <Form error={failure} onSubmit={submit}>
      {draft.refusal && !failure && <ErrorNote title={t('apply.refused')} detail={draft.refusal.detail} />}
      <fieldset class="stack apply-fields" disabled={isSending}>
        <Choices
          legend={t('apply.team')}
          name="team"
          value={String(draft.team)}
          options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChoose={(id) => write({ team: Number(id), teamName: teams.find((team) => team.id === Number(id))!.name })}
        />
        <TextArea
          label={t('apply.message')}
          name="message"
          rows={7}
          dir="auto"
          maxLength={MOST_CHARACTERS}
          value={draft.message}
          fault={faults.message}
          hint={`${t('apply.messageHint')} ${t('apply.characters', { count: draft.message.length, most: MOST_CHARACTERS })}`}
          onInput={({ currentTarget }) => write({ message: currentTarget.value })}
        />
        <PickedFiles
          label={t('apply.files')}
          files={draft.files}
          limits={createRequest.files}
          share={share}
          fault={faults.files}
          onChange={(files) => write({ files })}
        />
      </fieldset>
      <ChoiceNote project={project} />
      <Review draft={draft} />
      {failure && <ErrorNote title={failure.text} detail={failure.error && !isFieldError ? reasonOf(failure.error).detail : ''} />}
      {isSending && <progress class="progress" value={share} aria-label={t('apply.sending')} />}
      <div class="apply-actions">
        <Button type="submit" isBusy={isSending}>
          {t(isSending ? 'apply.sending' : isOffline ? 'apply.later' : failure ? 'apply.again' : 'apply.send')}
        </Button>
        {isSending && (
          <Button look="plain" onClick={stop}>
            {t('apply.stop')}
          </Button>
        )}
        {!isSending && isOffline && failure?.error instanceof Unreachable && (
          <Button look="plain" onClick={() => void send(draft)}>
            {t('apply.again')}
          </Button>
        )}
        {!isSending && !isBlank(draft) && (
          <Button look="plain" onClick={discard}>
            {t('apply.discard')}
          </Button>
        )}
      </div>
      <p class="soft">{t('apply.draftSaved')}</p>
    </Form>
  )
}
