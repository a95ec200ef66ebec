import { chargeCodePresets } from "./charge-codes.js";
import { staffPresets } from "./staff.js";
import { taxCodePresets } from "./tax-codes.js";

/** The preset files; a new system is a few lines in one of them. */
export const presetFiles: readonly string[] = [staffPresets, chargeCodePresets, taxCodePresets];
