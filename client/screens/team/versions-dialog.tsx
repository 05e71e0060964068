import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import type { File as StoredFile } from '#contract/project.ts'
import { listVersions } from '#contract/result.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { saveFile } from '#ui/file/stored-file.ts'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading, reasonOf } from '#ui/states.tsx'
import { moment, size } from '#ui/time/format.ts'

export function VersionsDialog({ file, isOpen, onClose }: { file: StoredFile; isOpen: boolean; onClose(): void }) {
  const [refused, setRefused] = useState('')
  const { answer, error, retry } = useCall(listVersions, { params: { id: String(file.id) } }, { isPrivate: true, isOn: isOpen })
  const fetchVersion = (version: number, name: string) => {
    setRefused('')
    saveFile({ url: `${file.url}?version=${version}`, name }).catch((problem) => setRefused(reasonOf(problem).detail))
  }
  return (
    <Dialog title={t('team.versions', { name: file.name })} isOpen={isOpen} onClose={onClose}>
      {!answer && (error ? <Failed error={error} onRetry={retry} /> : <Loading lines={2} />)}
      <ul class="rows">
        {answer?.versions.map(({ version, name, size: bytes, date, author, comment }) => (
          <li key={version}>
            <button type="button" class="rows-item" disabled={!isOnline.value} onClick={() => fetchVersion(version, name)}>
              <Icon name="download" />
              <span>
                {t(version === file.version ? 'team.versionNow' : 'team.versionNumber', { version })} · <bdi>{name}</bdi>
                <small>{[moment(date), author, size(bytes)].filter(Boolean).join(' · ')}</small>
                {comment && <small dir="auto">{comment}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ErrorMessage of={refused} />
    </Dialog>
  )
}
