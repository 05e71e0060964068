import { useEffect, useRef } from 'preact/hooks'
import { useIsAdministrator } from '#console/parts/access.ts'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { t } from '#console/texts.ts'
import { type ConsoleSettings, getConsoleSettings } from '#contract/console/settings.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { useEditing } from './settings/form.ts'
import { Links } from './settings/links.tsx'
import { Look } from './settings/look.tsx'
import { Notifications } from './settings/notifications.tsx'
import { Preview } from './settings/preview.tsx'
import { Region } from './settings/region.tsx'
import { Rules } from './settings/rules.tsx'
import { SaveBar } from './settings/save-bar.tsx'
import { TeamRules } from './settings/teams.tsx'
import { Texts } from './settings/texts.tsx'
import { Vocabularies } from './settings/vocabularies.tsx'
import './settings/settings.css'

function Page({ settings }: { settings: ConsoleSettings }) {
  const isAdministrator = useIsAdministrator()
  const editing = useEditing(settings)
  const { error, isDirty, save } = editing
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const submit = (event: Event) => {
    event.preventDefault()
    void save(t('settings.saved'))
  }
  const section = { editing, settings }
  return (
    <>
      <Unsaved isDirty={isDirty} />
      {!isAdministrator && <p class="notice">{t('settings.readOnly')}</p>}
      <form ref={form} class="settings" onSubmit={submit}>
        <EditConflict editing={editing} nameOf={(key) => t(`settings.${key}`)} />
        <div class="columns columns-main">
          <fieldset class="settings-fields stack" disabled={!isAdministrator} aria-label={t('settings.title')}>
            <Look {...section} />
            <Region {...section} />
            <Rules {...section} />
            <TeamRules {...section} />
            <Texts {...section} />
            <Links {...section} />
            <Notifications {...section} />
          </fieldset>
          <div class="stack settings-side">
            <Preview {...section} />
            <Vocabularies />
          </div>
        </div>
        {isAdministrator && <SaveBar editing={editing} />}
      </form>
    </>
  )
}

/** The settings of the directory: admins change them, curators read them. */
export function Settings() {
  const { answer, error, retry } = useCall(getConsoleSettings, {}, { isPrivate: true, isSaved: false })
  return (
    <>
      <Title>{t('settings.title')}</Title>
      {answer ? <Page settings={answer} /> : error ? <PageProblem error={error} onRetry={retry} /> : <Loading lines={8} />}
    </>
  )
}
