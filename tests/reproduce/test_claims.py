"""The table is METHOD 8's, and every claim has a plan."""

from ppne.reproduce.claims import CLAIMS
from ppne.reproduce.plan import plan_names


def test_all_claims_are_of_plans_that_there_are():
    assert {claim.plan for claim in CLAIMS} <= set(plan_names())
    assert len(CLAIMS) == 9
