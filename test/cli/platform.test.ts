import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** How Node reports another platform. */
const elsewhere = (platform: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})`,
});

test.each(["win32", "darwin"])(
  "converts files on %s but rejects feeds with an explanation",
  async (platform) => {
    const dir = await workdir({
      "staff.csv":
        "external_id,updated_at,name,email_address,is_active\n1,2026-01-01T00:00:00.000Z,Ann,ann@acme.example,true\n",
    });
    await dir.lading(["init", "w"]);
    const converted = await dir.process(["convert", "staff.csv", "--record", "staff"], {
      env: elsewhere(platform),
    });
    expect(converted.code).toBe(0);
    expect(converted.stdout).toContain("ann@acme.example");
    const ran = await dir.process(["run"], { cwd: "w", env: elsewhere(platform) });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(
      new RegExp(`Feeds run only on Linux, but this machine runs ${platform}\\.\\nNext: `),
    );
    expect((await dir.files("w")).filter((name) => name.startsWith("w/data/"))).toEqual([]);
  },
);
