import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { File } from '#contract/project.ts'
import { FilePreview } from '#ui/file/file-preview.tsx'

type RowProps = { request: ReviewRequest; isThis: boolean; onFile(file: File): void }

const Row = ({ request, isThis, onFile }: RowProps) => (
  <tr class={isThis ? 'is-this' : undefined}>
    <th scope="row">
      {isThis ? <bdi>{request.teamName}</bdi> : <Link href={pathTo('request', { id: request.id })}>{request.teamName}</Link>}
      {isThis && <small class="soft"> {t('requests.this')}</small>}
    </th>
    <td>
      <Age since={request.createdAt} />
    </td>
    <td class="figure">{request.teamSize}</td>
    <td class="other-application-message request-message" dir="auto">
      {request.message ?? <span class="soft">{t('none')}</span>}
    </td>
    <td>
      {request.files.length === 0 && <span class="soft">{t('none')}</span>}
      <ul class="bare">
        {request.files.map((file) => (
          <li key={file.id}>
            <button type="button" class="other-application-file" onClick={() => onFile(file)}>
              <bdi>{file.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </td>
  </tr>
)

/** All undecided applications for the project, this one first. */
export function OtherApplications({ request, others }: { request: ReviewRequest; others: ReviewRequest[] }) {
  const [file, setFile] = useState<File | null>(null)
  if (others.length === 0) return <p class="soft">{t('requests.otherApplications.none')}</p>
  return (
    <>
      <div class="data-table other-applications">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('requests.team')}</th>
              <th scope="col">{t('requests.applied')}</th>
              <th scope="col" class="figure">
                {t('requests.size')}
              </th>
              <th scope="col">{t('requests.message')}</th>
              <th scope="col">{t('requests.filesTitle')}</th>
            </tr>
          </thead>
          <tbody>
            {[request, ...others].map((one) => (
              <Row key={one.id} request={one} isThis={one.id === request.id} onFile={setFile} />
            ))}
          </tbody>
        </table>
      </div>
      <FilePreview file={file} onClose={() => setFile(null)} />
    </>
  )
}
