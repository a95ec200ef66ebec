/**
 * Reserves a name for one process at a time. @returns a function that releases it; undefined if another
 * process holds it
 */
export function takeName(name: string): Promise<(() => void) | undefined>;
