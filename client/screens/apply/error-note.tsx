export const ErrorNote = ({ title, detail }: { title: string; detail: string }) => (
  <div class="error-note" role="alert">
    <strong>{title}</strong>
    {detail && <p>{detail}</p>}
  </div>
)
