export const applicationLink = (publicUrl: string, request: unknown): string => `${publicUrl}/console/requests/${Number(request)}`
