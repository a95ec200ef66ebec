/** Takes a name that one process can have at a time. @returns gives it back; undefined when somebody else has it */
export function takeName(name: string): Promise<(() => void) | undefined>;
